//! The features of groups of operations, and which of them are checked together.

/// The choices of sides that have to compile. The one with the most code is first.
pub const SIDES: [&str; 4] = ["client,fake,server", "client", "server", ""];

/// The features of the groups, from the manifest of a generated crate: its default features.
pub fn features(manifest: &str) -> Vec<&str> {
    let lines = manifest.lines().skip_while(|line| *line != "default = [");
    let names = lines.skip(1).take_while(|line| *line != "]");
    names
        .map(|name| name.trim_matches([' ', ',', '"']))
        .collect()
}

/// No group, each group alone, and each two neighbours, as lists of features.
///
/// # Panics
/// There are no features: then nothing would be checked.
pub fn choices(features: &[&str]) -> Vec<String> {
    assert!(
        !features.is_empty(),
        "the manifest has no default features: does `features` still know its layout?"
    );
    let one = features.iter().map(|feature| (*feature).to_owned());
    let two = features.windows(2).map(|pair| pair.join(","));
    std::iter::once(String::new())
        .chain(one)
        .chain(two)
        .collect()
}
