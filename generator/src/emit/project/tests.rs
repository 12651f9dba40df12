use super::{Ci, template};

/// The workflow of a project, which is YAML.
fn ci(is_published: bool, is_own: bool) -> String {
    let text = template::text(&Ci {
        version: "1.2.3",
        is_published,
        is_own,
    });
    crate::yaml::parse(&text, 0).unwrap();
    assert!(text.ends_with('\n') && !text.ends_with("\n\n"), "{text}");
    text
}

#[test]
fn pull_requests_are_compared_with_their_base() {
    let text = ci(true, true);
    let (_, job) = text.split_once("\n  diff:\n").unwrap();
    assert_eq!(
        job,
        "    if: github.event_name == 'pull_request'
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
        with:
          # All commits: the description is compared with the one where the branch began.
          fetch-depth: 0
      - uses: Swatinem/rust-cache@v2
      - run: cargo install specsmith --version 1.2.3 --locked
      - run: specsmith diff --base \"origin/$GITHUB_BASE_REF\" --message-format github
"
    );
}

#[test]
fn what_others_change_is_not_compared() {
    for is_published in [true, false] {
        let text = ci(is_published, false);
        assert!(!text.contains("specsmith diff"), "{text}");
    }
}

#[test]
fn without_a_package_the_comparison_is_a_comment() {
    let text = ci(false, true);
    let mut lines = text.lines().filter(|line| line.contains("specsmith"));
    assert!(text.contains("specsmith diff"), "{text}");
    assert!(
        lines.all(|line| line.trim_start().starts_with('#')),
        "{text}"
    );
}
