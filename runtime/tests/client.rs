//! The client over a real socket.
