//! The two sides that the build script generates talk to each other over a socket.

use std::error::Error;

use build_script::errors::NotFound;
use build_script::operations::{GetBookError, ReturnBookError};
use build_script::runtime::Timestamp;
use build_script::server::{self, GetBook, LibraryApi, ReturnBook};
use build_script::types::Book;

struct Library;

impl LibraryApi for Library {
    async fn get_book(&self, request: GetBook) -> Result<Book, GetBookError> {
        match request.isbn.as_str() {
            "9780452283862" => Ok(Book::new("Sula", Timestamp::now())),
            _ => Err(NotFound::new().into()),
        }
    }

    async fn return_book(&self, _request: ReturnBook) -> Result<(), ReturnBookError> {
        Err(NotFound::new().into())
    }
}

#[tokio::test]
async fn both_sides_of_the_included_code_work() -> Result<(), Box<dyn Error>> {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
    let url = format!("http://{}", listener.local_addr()?);
    let app = server::router(Library);
    tokio::spawn(async move { axum::serve(listener, app).await });

    let client = build_script::Client::builder(url).build()?;
    assert_eq!(client.get_book("9780452283862").await?.title, "Sula");
    let missing = client.get_book("1").await;
    assert!(missing.is_err_and(|error| error.to_string().contains("No such book")));
    let not_lent = client.return_book("1").await;
    assert!(not_lent.is_err_and(|error| error.to_string().contains("No such book")));
    Ok(())
}
