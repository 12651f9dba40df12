//! `docs --serve`, run as a process in temporary folders, and asked over sockets.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::thread::{self, sleep};
use std::time::{Duration, Instant};

use tempfile::TempDir;

const SPEC: &str = "\
specsmith: 1
api: { name: Library, title: Library API, version: 1.0.0, doc: Lends books. }
operations:
  get_book: { route: GET /book, doc: Gets a book., returns: text }
";

/// A process that serves, and its port.
struct Serving {
    folder: TempDir,
    process: Child,
    port: u16,
}

/// A response: its status line with its headers, and its body.
struct Response {
    head: String,
    body: Vec<u8>,
}

impl Response {
    fn text(&self) -> &str {
        str::from_utf8(&self.body).unwrap()
    }
}

fn workspace() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("spec")).unwrap();
    fs::write(folder.path().join("spec/library.yaml"), SPEC).unwrap();
    folder
}

fn command(folder: &TempDir, port: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_specsmith"));
    command
        .current_dir(folder.path())
        .args(["docs", "--serve", "--no-open", "--port", port])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

impl Serving {
    fn start() -> Self {
        Self::start_with(&[])
    }

    fn start_with(options: &[&str]) -> Self {
        let folder = workspace();
        let mut process = command(&folder, "0").args(options).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.as_mut().unwrap())
            .read_line(&mut line)
            .unwrap();
        let url = line.trim().rsplit_once(':').unwrap().1;
        let port = url.trim_end_matches('/').parse().unwrap();
        Self {
            folder,
            process,
            port,
        }
    }

    fn connect(&self, path: &str, headers: &str) -> TcpStream {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream
            .set_read_timeout(Some(Duration::from_secs(20)))
            .unwrap();
        let request = format!("GET {path} HTTP/1.1\r\nConnection: close\r\n{headers}\r\n");
        stream.write_all(request.as_bytes()).unwrap();
        stream
    }

    fn get_with(&self, path: &str, headers: &str) -> Response {
        let mut bytes = Vec::new();
        self.connect(path, headers).read_to_end(&mut bytes).unwrap();
        let end = bytes.windows(4).position(|at| at == b"\r\n\r\n").unwrap();
        Response {
            head: String::from_utf8(bytes[..end].to_vec()).unwrap(),
            body: bytes[end + 4..].to_vec(),
        }
    }

    fn get(&self, path: &str) -> Response {
        self.get_with(path, &format!("Host: localhost:{}\r\n", self.port))
    }

    /// The events, as the data of each.
    fn events(&self) -> Events {
        let host = format!("Host: 127.0.0.1:{}\r\n", self.port);
        Events(BufReader::new(self.connect("/events", &host)))
    }

    fn save(&self, text: &str) {
        fs::write(self.folder.path().join("spec/library.yaml"), text).unwrap();
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
    }
}

struct Events(BufReader<TcpStream>);

impl Events {
    fn next(&mut self) -> serde_json::Value {
        loop {
            let mut line = String::new();
            assert!(self.0.read_line(&mut line).unwrap() > 0, "the events end");
            if let Some(data) = line.strip_prefix("data: ") {
                return serde_json::from_str(data).unwrap();
            }
        }
    }

    /// The next event that says something else.
    fn next_after(&mut self, last: &serde_json::Value) -> serde_json::Value {
        loop {
            let event = self.next();
            if event != *last {
                return event;
            }
        }
    }
}

#[test]
fn the_page_the_document_and_markdown_are_served() {
    let serving = Serving::start();
    let page = serving.get("/");
    assert!(page.head.starts_with("HTTP/1.1 200 "), "{}", page.head);
    assert!(page.head.contains("content-type: text/html; charset=utf-8"));
    for part in [
        "<title>Library API 1.0.0</title>",
        "connect-src &#39;self&#39;;",
        "id=\"requests\"",
        "<a href=\"openapi.json\">",
    ] {
        assert!(page.text().contains(part), "{part}");
    }
    let document = serving.get("/openapi.json");
    assert!(document.text().starts_with("{\n  \"openapi\": \"3.1"));
    let markdown = serving.get("/reference.md");
    assert!(markdown.head.contains("content-type: text/markdown"));
    assert!(markdown.text().contains("# Library API\n"));
    let llms = serving.get("/llms.txt");
    assert!(llms.text().starts_with("# Library API\n\n> Lends books.\n"));
    // Its links lead somewhere.
    let links = llms.text().split("](").skip(1);
    let links: Vec<&str> = links.map(|link| link.split(')').next().unwrap()).collect();
    assert!(links.contains(&"index.md"), "{links:?}");
    for link in links {
        let head = serving.get(&format!("/{link}")).head;
        assert!(head.starts_with("HTTP/1.1 200 "), "{link}: {head}");
    }
    let other = serving.get("/nothing.md").head;
    assert!(other.starts_with("HTTP/1.1 404 "), "{other}");
}

#[test]
fn responses_are_compressed_if_the_caller_accepts_it() {
    let serving = Serving::start();
    let host = format!("Host: localhost:{}\r\n", serving.port);
    let plain = serving.get("/");
    let packed = serving.get_with("/", &format!("{host}Accept-Encoding: gzip\r\n"));
    assert!(
        packed.head.contains("content-encoding: gzip"),
        "{}",
        packed.head
    );
    assert!(
        packed.head.contains("vary: accept-encoding"),
        "{}",
        packed.head
    );
    assert!(packed.body.len() * 2 < plain.body.len());
    assert!(!plain.head.contains("content-encoding"));
}

#[test]
fn each_save_is_an_event_and_errors_leave_the_last_page() {
    let serving = Serving::start();
    let mut events = serving.events();
    let first = events.next();
    let version = first["version"].as_str().unwrap();
    assert!(first["errors"].is_null());
    assert!(
        serving
            .get("/")
            .text()
            .contains(&format!("data-version=\"{version}\""))
    );

    serving.save(&SPEC.replace("Gets a book.", "Gets the book."));
    let second = events.next_after(&first);
    assert_ne!(second["version"], first["version"]);
    assert!(serving.get("/").text().contains("Gets the book."));

    serving.save(&SPEC.replace("returns: text", "returns: Book"));
    let wrong = events.next_after(&second);
    assert_eq!(wrong["version"], second["version"], "the page stays");
    let errors = wrong["errors"].as_str().unwrap();
    assert!(
        errors.contains("`Book`") && errors.contains("spec/library.yaml:4"),
        "{errors}"
    );
    assert!(
        !errors.contains('\u{1b}'),
        "the text has no colours: {errors}"
    );
    assert!(serving.get("/").text().contains("Gets the book."));

    serving.save(SPEC);
    let last = events.next_after(&wrong);
    assert_eq!(last, first, "the same specification has the same version");
}

#[test]
fn other_names_of_the_host_are_rejected() {
    let serving = Serving::start();
    for host in ["rebound.example", "127.0.0.1", "localhost:1"] {
        let response = serving.get_with("/", &format!("Host: {host}\r\n"));
        assert!(
            response.head.starts_with("HTTP/1.1 403 "),
            "{host}: {}",
            response.head
        );
    }
}

#[test]
fn a_taken_port_is_reported() {
    let folder = workspace();
    let taken = TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let output = command(&folder, &port).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let error = String::from_utf8(output.stderr).unwrap();
    let expected = format!("error: cannot listen on port {port}: another program uses it;");
    assert!(error.starts_with(&expected), "{error}");
}

#[test]
fn a_specification_with_errors_is_not_served() {
    let folder = workspace();
    fs::write(folder.path().join("spec/library.yaml"), "specsmith: 1\n").unwrap();
    let output = command(&folder, "0").output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(output.stdout.is_empty());
}

/// A signal ends the process, also while a page waits for events. It is not that of Ctrl-C, which shells make programs in
/// the background ignore: so the test would fail there.
#[cfg(unix)]
#[test]
fn a_signal_ends_it() {
    let mut serving = Serving::start();
    let mut events = serving.events();
    events.next();
    let id = serving.process.id().to_string();
    assert!(
        Command::new("kill")
            .args(["-TERM", &id])
            .status()
            .unwrap()
            .success()
    );
    let start = Instant::now();
    while serving.process.try_wait().unwrap().is_none() {
        assert!(start.elapsed() < Duration::from_secs(10), "it goes on");
        sleep(Duration::from_millis(10));
    }
}

/// An API that reads one request, and gives the connection and the head of the request to the test.
fn api() -> (String, mpsc::Receiver<(TcpStream, String)>) {
    let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        for connection in listener.incoming() {
            let mut connection = connection.unwrap();
            let mut head = Vec::new();
            while !head.ends_with(b"\r\n\r\n") {
                let mut byte = [0];
                connection.read_exact(&mut byte).unwrap();
                head.push(byte[0]);
            }
            let head = String::from_utf8(head).unwrap();
            if sender.send((connection, head)).is_err() {
                return;
            }
        }
    });
    (url, receiver)
}

/// What follows the second piece would wait for ever if the first one were buffered.
#[test]
fn requests_of_the_console_go_to_the_api_and_streams_come_back_in_pieces() {
    let (url, requests) = api();
    let serving = Serving::start_with(&["--api", &format!("{url}/v1/")]);
    let meta = format!("<meta name=\"proxied-api\" content=\"{url}/v1\" data-path=\"/to-api\">");
    assert!(serving.get("/").text().contains(&meta));

    let host = format!("localhost:{}", serving.port);
    let page = format!("Origin: http://{host}\r\nSec-Fetch-Site: same-origin\r\n");
    let headers = format!("Host: {host}\r\n{page}X-Key: k\r\nAccept-Encoding: gzip\r\n");
    let stream = serving.connect("/to-api/books/a%2Fb?q=1", &headers);
    let (mut connection, head) = requests.recv().unwrap();
    assert!(
        head.starts_with("GET /v1/books/a%2Fb?q=1 HTTP/1.1\r\n"),
        "{head}"
    );
    let head = head.to_ascii_lowercase();
    assert!(head.contains("\r\nx-key: k\r\n"), "{head}");
    assert!(
        head.contains(&format!("\r\nhost: {}\r\n", &url["http://".len()..])),
        "{head}"
    );
    assert!(
        !head.contains("origin") && !head.contains("sec-fetch"),
        "{head}"
    );

    let first = "HTTP/1.1 200 OK\r\nContent-Type: application/x-ndjson\r\nCache-Control: max-age=7\r\n\
                 Transfer-Encoding: chunked\r\n\r\n6\r\nfirst\n\r\n";
    connection.write_all(first.as_bytes()).unwrap();
    let mut lines = BufReader::new(stream).lines().map(Result::unwrap);
    let seen: Vec<String> = lines.by_ref().take_while(|line| line != "first").collect();
    assert_eq!(seen[0], "HTTP/1.1 200 OK");
    assert!(
        seen.contains(&"cache-control: max-age=7".to_owned()),
        "{seen:?}"
    );
    assert!(
        !seen.iter().any(|line| line.starts_with("content-encoding")),
        "{seen:?}"
    );
    connection.write_all(b"7\r\nsecond\n\r\n0\r\n\r\n").unwrap();
    assert!(lines.any(|line| line == "second"));
}

#[test]
fn a_page_of_another_origin_does_not_reach_the_api() {
    let (url, requests) = api();
    let serving = Serving::start_with(&["--api", &url]);
    let host = format!("Host: localhost:{}\r\n", serving.port);
    for page in [
        "Origin: http://evil.example\r\n",
        "Sec-Fetch-Site: cross-site\r\n",
    ] {
        let response = serving.get_with("/to-api/books", &format!("{host}{page}"));
        assert!(
            response.head.starts_with("HTTP/1.1 403 "),
            "{}",
            response.head
        );
    }
    assert!(requests.try_recv().is_err());
}

#[test]
fn an_api_that_is_not_running_is_named() {
    let free = TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let url = format!("http://{}", free.local_addr().unwrap());
    drop(free);
    let serving = Serving::start_with(&["--api", &url]);
    let response = serving.get("/to-api/books");
    assert!(
        response.head.starts_with("HTTP/1.1 502 "),
        "{}",
        response.head
    );
    let expected = format!("specsmith docs --api: {url} cannot be reached: ");
    assert!(
        response.text().starts_with(&expected),
        "{}",
        response.text()
    );
    assert!(response.text().contains("Is your server running?"));
}

#[test]
fn an_api_with_https_is_rejected() {
    let folder = workspace();
    let mut command = command(&folder, "0");
    let output = command
        .args(["--api", "https://a.example"])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(error.contains("https is not supported"), "{error}");
}
