//! Too many open files: the server waits until some are closed, then continues.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::time::Duration;

use tokio::time::sleep;

use crate::running::{Client, start};

/// The server of the test below, in its own process with a low limit on open files.
#[tokio::test]
#[ignore = "run by the test below"]
async fn serve_with_few_files() {
    let server = start(&["--header-timeout", "1m"]).await;
    println!("\nat {}", server.address);
    assert_eq!(server.end().await.cut, 0);
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn a_server_out_of_file_descriptors_neither_exits_nor_spins() {
    let exe = std::env::current_exe().unwrap();
    let script =
        "ulimit -n 40 && exec \"$0\" --ignored --exact files::serve_with_few_files --nocapture";
    let mut child = Command::new("sh")
        .args(["-c", script])
        .arg(exe)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut lines = lines.map_while(Result::ok);
    let line = lines.find_map(|line| line.strip_prefix("at ").map(str::to_owned));
    let line = line.expect("the server prints its address");
    let address = line.split(' ').next().unwrap().parse().unwrap();

    let mut clients = Vec::new();
    for _ in 0..60 {
        clients.push(Client::connect(address).await);
    }
    let before = cpu_time(child.id());
    sleep(Duration::from_millis(500)).await;
    let spent = cpu_time(child.id()) - before;
    clients.truncate(5);
    let mut client = Client::connect(address).await;
    client.request("GET /v1/credits", "").await;
    let response = client.response().await;
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(response.status, 200);
    // In ticks: there are a hundred per second.
    assert!(spent < 20, "{spent}");
}

/// The CPU time of a process, in ticks.
#[cfg(target_os = "linux")]
fn cpu_time(process: u32) -> u64 {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap();
    let (_, fields) = stat.rsplit_once(") ").unwrap();
    let fields: Vec<_> = fields.split(' ').collect();
    fields[11].parse::<u64>().unwrap() + fields[12].parse::<u64>().unwrap()
}
