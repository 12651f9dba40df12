use super::*;

#[test]
fn names_are_made_from_method_and_path() {
    for (method, path, prefix, name) in [
        (Method::Get, "/v1/users/{id}/keys", 1, "list user keys"),
        (Method::Get, "/v1/users/{id}", 1, "get user"),
        (Method::Post, "/v1/users", 1, "create users"),
        (Method::Delete, "/users/{id}", 0, "delete user"),
        (Method::Get, "/", 0, "list"),
        (
            Method::Put,
            "/files/{name}.json",
            0,
            "replace file  name .json",
        ),
        (Method::Get, "/Task%20lists", 0, "list Task lists"),
    ] {
        assert_eq!(derived_name(method, path, prefix, false), name, "{path}");
    }
    let name = derived_name(Method::Get, "/users/{id}", 0, true);
    assert_eq!(name, "get user by  id ");
}

#[test]
fn a_prefix_leaves_a_literal_segment_of_each_path() {
    for (paths, prefix) in [
        (&["/v1/users", "/v1/users/{id}"][..], 1),
        (&["/api/v2/a", "/api/v2/b"], 2),
        (&["/a", "/b"], 0),
        (&["/{x}/a"], 0),
        (&[], 0),
    ] {
        assert_eq!(common_prefix(paths), prefix, "{paths:?}");
    }
}

#[test]
fn templates_become_routes() {
    let shown = |path: &str| {
        let read = Path::read(path).unwrap();
        let segments = read.segments.iter().map(ToString::to_string);
        let segments: Vec<String> = segments.collect();
        format!("/{}", segments.join("/"))
    };
    for (path, route) in [
        ("/", "/"),
        ("/users/{user.id}", "/users/{user_id}"),
        ("/a/{x}{y}/b", "/a/{x_y}/b"),
        ("/a/{id}/b/{id}", "/a/{id}/b/{id_2}"),
        ("/a/{id}.json", "/a/{id}.json"),
        ("/a/{proxy+}", "/a/{*proxy}"),
        ("/a#Action=b", "/a"),
        ("/Task%20lists/{id}", "/Task%20lists/{id}"),
        ("/Task lists", "/Task%20lists"),
        ("/größe/{größe}", "/gr%C3%B6%C3%9Fe/{größe}"),
        ("/a//b", "/a//b"),
        ("//a/", "//a/"),
        ("/a//", "/a//"),
        ("/a/{rest*}/", "/a/{*rest}"),
        ("/a/{id:[0-9]{1,3}}/b", "/a/{id}/b"),
        ("/a/{name:[a-z]+}", "/a/{name}"),
        ("/a/{id:[a-z]?}", "/a/{id}"),
        ("/a/{id:int}", "/a/{id}"),
        ("/a/{path:.*}", "/a/{*path}"),
        ("/a/{path:path}", "/a/{*path}"),
        ("/a/{scope:name}", "/a/{scope_name}"),
        ("/a{?limit,offset}", "/a"),
        ("/a?b={b}", "/a"),
    ] {
        assert_eq!(shown(path), route, "{path}");
    }
    assert_eq!(
        Path::read("/a?beta=true").unwrap().query,
        [("beta".to_owned(), "true".to_owned())]
    );
    assert_eq!(
        Path::read("/a?b={c}").unwrap().in_query,
        [("b".to_owned(), "c".to_owned())]
    );
    let names = Path::read("/a{?b,c*}").unwrap().in_query;
    assert_eq!(names.iter().map(|name| &*name.0).collect::<String>(), "bc");
    assert!(Path::read("/a/{b").is_err());
}
