//! Binds the addresses that are served.

use std::io;
use std::net::SocketAddr;

use thiserror::Error;
use tokio::net::TcpListener;

use super::options::{OperationsListen, Options};

/// An address that could not be bound.
#[derive(Debug, Error)]
#[error("{flag} {address}: {}", explain(source, *address))]
pub struct BindError {
    /// The flag that gave the address.
    flag: &'static str,
    address: SocketAddr,
    source: io::Error,
}

/// What went wrong, and how to fix it.
fn explain(error: &io::Error, address: SocketAddr) -> String {
    let port = address.port();
    match error.kind() {
        io::ErrorKind::AddrInUse => format!(
            "port {port} is in use; stop the process that listens there, or choose another port (0 for any free one)"
        ),
        io::ErrorKind::PermissionDenied => format!(
            "the system does not let this user listen on port {port}; choose a port from 1024 up, or run it with the \
             right to take lower ones"
        ),
        io::ErrorKind::AddrNotAvailable => format!(
            "{} is not an address of this machine; choose one that is, or 0.0.0.0 for all of them",
            address.ip()
        ),
        _ => error.to_string(),
    }
}

/// A server with its addresses bound. Connections wait in the kernel's queue until
/// [`run`](Self::run) accepts them.
#[derive(Debug)]
pub struct Bound {
    pub(super) options: Options,
    pub(super) api: TcpListener,
    pub(super) operations: Option<TcpListener>,
    address: SocketAddr,
    operations_address: Option<SocketAddr>,
}

/// Binds the addresses of both listeners.
///
/// # Errors
/// An address cannot be bound; the error names its flag.
pub async fn bind(options: Options) -> Result<Bound, BindError> {
    let (api, address) = listen("--listen", options.listen).await?;
    let (operations, operations_address) = match options.operations_listen {
        OperationsListen::Off => (None, None),
        OperationsListen::At(address) => {
            if address == options.listen && address.port() != 0 {
                return Err(BindError {
                    flag: "--operations-listen",
                    address,
                    source: io::Error::other(
                        "the API has this address; choose another port, or `off`",
                    ),
                });
            }
            let (listener, address) = listen("--operations-listen", address).await?;
            (Some(listener), Some(address))
        }
    };
    Ok(Bound {
        options,
        api,
        operations,
        address,
        operations_address,
    })
}

async fn listen(
    flag: &'static str,
    address: SocketAddr,
) -> Result<(TcpListener, SocketAddr), BindError> {
    let failed = |source| BindError {
        flag,
        address,
        source,
    };
    let listener = TcpListener::bind(address).await.map_err(failed)?;
    let taken = listener.local_addr().map_err(failed)?;
    Ok((listener, taken))
}

impl Bound {
    /// The address of the API, with its actual port even if 0 was given.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The address for operators, unless it is off.
    pub fn operations_address(&self) -> Option<SocketAddr> {
        self.operations_address
    }
}
