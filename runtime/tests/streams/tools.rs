//! Programs and libraries that nobody here wrote, as clients and as a server. `runtime/tests/tools/run` runs these
//! tests.

use std::path::Path;
use std::process::Stdio;

use futures_util::{StreamExt, stream};
use specsmith_runtime::{Body, FilePart, JsonLines, StreamError};
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};

use crate::api::{Client, Failure, Hints, Profile, Row, SpeechUpload};
use crate::archive::start;

/// A script of the folder `tools`.
fn python(script: &str) -> Command {
    let python = std::env::var("TOOLS_PYTHON").expect("runtime/tests/tools/run sets TOOLS_PYTHON");
    let mut command = Command::new(python);
    command.arg(
        Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("tests/tools")
            .join(script),
    );
    command.kill_on_drop(true);
    command
}

/// What curl prints.
async fn run_curl(arguments: &[&str]) -> String {
    let output = Command::new("curl")
        .args(["--silent", "--show-error"])
        .args(arguments)
        .output()
        .await
        .unwrap();
    assert!(output.status.success(), "{arguments:?}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[tokio::test]
#[ignore = "needs curl"]
async fn curl() {
    let url = start().await.url;
    let file = std::env::temp_dir().join(format!("specsmith tools \"{}\".mp3", std::process::id()));
    std::fs::write(&file, vec![7; 300_000]).unwrap();
    let path = file.to_str().unwrap();
    // curl reads the path as a quoted string.
    let quoted = path.replace('\\', "\\\\").replace('"', "\\\"");
    let name = file.file_name().unwrap().to_str().unwrap();
    let speech = format!("file=@\"{quoted}\";type=audio/mpeg");
    for by in ["form", "part"] {
        let to = format!("{url}/transcripts?by={by}");
        let fields = [
            speech.as_str(),
            "languages[]=en",
            "hints={\"speakers\": 2}",
            "pictures=GIF89a;type=image/gif;filename=a.gif",
        ];
        let fields = fields.iter().flat_map(|field| ["-F", field]);
        let seen = run_curl(&fields.chain([to.as_str()]).collect::<Vec<_>>()).await;
        let seen: serde_json::Value = serde_json::from_str(&seen).unwrap();
        let expected = [
            &format!("file: {name}, audio/mpeg, 300000 bytes"),
            "language: en",
            "hints: 2",
            "picture: a.gif, image/gif, 6 bytes",
        ];
        assert_eq!(seen, serde_json::json!(expected), "{by}");
    }
    let chunked = [
        "-H",
        "Transfer-Encoding: chunked",
        "-H",
        "Content-Type: application/octet-stream",
    ];
    let upload = format!("@{path}");
    let to = format!("{url}/store");
    let received = run_curl(&[&chunked[..], &["--data-binary", &upload, &to]].concat()).await;
    assert_eq!(received, r#"{"bytes":300000}"#);
    // curl waits for `100 Continue` before it sends a large body.
    let expect = [
        "-H",
        "Expect: 100-continue",
        "-H",
        "Content-Type: image/png",
        "-T",
        path,
    ];
    let to = format!("{url}/files/a");
    let rejected =
        run_curl(&[&expect[..], &["-w", "%{http_code} %{size_upload}", &to]].concat()).await;
    assert!(rejected.ends_with("413 0"), "{rejected}");
    let events = run_curl(&["--no-buffer", &format!("{url}/ticks/2")]).await;
    assert_eq!(
        events,
        "data: {\"number\":0}\n\ndata: {\"number\":1}\n\ndata: [DONE]\n\n"
    );
    std::fs::remove_file(&file).unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs Python packages"]
async fn python_clients() {
    let server = start().await;
    let status = python("call.py")
        .env("ARCHIVE_URL", &server.url)
        .status()
        .await
        .unwrap();
    assert!(status.success());
}

/// The server runs until the first value is dropped.
async fn python_server() -> (Child, Client) {
    let mut server = python("serve.py").stdout(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(server.stdout.take().unwrap()).lines();
    let port = lines.next_line().await.unwrap().unwrap();
    (server, Client::new(&format!("http://127.0.0.1:{port}")))
}

#[tokio::test]
#[ignore = "needs Python packages"]
async fn a_python_server() {
    let (_server, client) = python_server().await;
    forms(&client).await;
    events(&client).await;
    bodies(&client).await;
}

async fn forms(client: &Client) {
    let in_pieces = || Body::from_stream(stream::iter([Ok::<_, std::io::Error>("la "), Ok("la")]));
    for body in [Body::from("la la"), in_pieces()] {
        let speech = SpeechUpload {
            file: FilePart::new(body).file_name("a é.mp3").media("audio/mpeg"),
            languages: Some(vec!["en".into(), "größe\r\n--".into()]),
            hints: Some(Hints { speakers: 2 }),
            pictures: vec![FilePart::new("").file_name("b.gif").media("image/gif")],
        };
        let expected = [
            "file: a é.mp3, audio/mpeg, 5 bytes",
            "language: en",
            "language: größe\r\n--",
            "hints: 2",
            "picture: b.gif, image/gif, 0 bytes",
        ];
        assert_eq!(client.transcribe("form", speech).await.unwrap(), expected);
    }
    let profile = Profile {
        name: "Ann \"A\"".into(),
        age: Some(7),
        tags: vec!["a".into(), String::new()],
    };
    assert_eq!(client.register(profile.clone()).await.unwrap(), profile);
}

async fn events(client: &Client) {
    let mut ticks = client.watch("3").await.unwrap();
    for number in 0..3 {
        let event = ticks.next_event().await.unwrap().unwrap();
        assert_eq!(
            (event.data.number, event.name.as_deref()),
            (number, Some("tick"))
        );
    }
    let error = ticks.next().await.unwrap().unwrap_err();
    assert!(
        matches!(error, StreamError::Event(Failure { code: 503 })),
        "{error:?}"
    );
    let ticks = client.follow().await.unwrap();
    let numbers: Vec<i64> = ticks.map(|tick| tick.unwrap().number).collect().await;
    assert_eq!(numbers, [0, 1, 2, 3, 4]);
}

async fn bodies(client: &Client) {
    let echoed = client.echo(vec![7; 300_000]).await.unwrap();
    assert_eq!(echoed.collect().await.unwrap().len(), 300_000);
    let row = |number| Row {
        name: "é".into(),
        number,
    };
    let rows = stream::iter((0..1000).map(move |number| Ok::<_, std::io::Error>(row(number))));
    assert_eq!(
        client.import(JsonLines::new(rows)).await.unwrap().bytes,
        1000
    );
    let rows = client.export("1000").await.unwrap();
    let rows: Vec<Row> = rows.map(|row| row.unwrap()).collect().await;
    assert_eq!(rows, (0..1000).map(row).collect::<Vec<_>>());
    assert_eq!(client.note("größe").await.unwrap(), "größe");
}
