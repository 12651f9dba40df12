//! An address that cannot be bound: the error names the flag, the cause and the remedy.

use gateway_server::http;

use crate::running::{options, start};

async fn rejection(flags: &[&str]) -> String {
    let error = http::bind(options(flags)).await;
    error
        .map(|_| ())
        .expect_err("the address is rejected")
        .to_string()
}

#[tokio::test]
async fn an_address_in_use_is_named() {
    let server = start(&[]).await;
    let taken = server.address.to_string();
    let port = server.address.port();
    for flag in ["--listen", "--operations-listen"] {
        let flags = [flag, &taken];
        let expected = format!(
            "{flag} {taken}: port {port} is in use; stop the process that listens there, or choose \
             another port (0 for any free one)"
        );
        assert_eq!(rejection(&flags).await, expected);
    }
}

#[tokio::test]
async fn an_address_of_another_machine_is_named() {
    let error = rejection(&["--listen", "203.0.113.1:0"]).await;
    let expected = "--listen 203.0.113.1:0: 203.0.113.1 is not an address of this machine";
    assert!(error.starts_with(expected), "{error}");
}
