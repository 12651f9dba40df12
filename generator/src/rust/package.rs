//! The package: its name, its version, and the features of the runtime that it needs.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use super::contents::content;
use super::scalar::feature;
use crate::api::{
    Api, ContentKind, Dependency, ErrorDef, Parameter, Rules, Scalar, SchemeKind, Style, Trait,
    TypeKind, TypeRef, is_standard_signature,
};
use crate::hash::HashSet;

/// The package.
pub(crate) struct Package<'a> {
    /// Its name: `gateway-api`.
    pub(crate) name: &'a str,
    /// Its name in paths: `gateway_api`.
    pub(crate) module: String,
    /// Its version.
    pub(crate) version: String,
    /// The scalars of all values.
    pub(super) scalars: HashSet<Scalar>,
    /// The types of the runtime that bodies and responses consist of.
    pub(super) contents: BTreeSet<&'static str>,
    /// The features of the runtime that its types need.
    pub(crate) features: BTreeSet<&'static str>,
    /// The crates that it depends on beside the runtime, by name.
    pub(crate) dependencies: BTreeMap<&'a str, Cow<'a, Dependency>>,
}

/// Plans the package.
pub(super) fn package(api: &Api) -> Package<'_> {
    let scalars: HashSet<Scalar> = scalars(api).collect();
    let mut contents: BTreeSet<&str> = api
        .contents()
        .flat_map(|api_content| content(api_content).runtime_types())
        .copied()
        .collect();
    let features = features(api, &scalars, &contents);
    contents.extend(conditional(api));
    Package {
        name: &api.package.name,
        module: api.package.name.replace('-', "_"),
        version: version(api).unwrap_or_else(|| "0.0.0".to_owned()),
        contents,
        features,
        scalars,
        dependencies: dependencies(api),
    }
}

/// The dependencies of the specification, and of traits that Specsmith knows.
fn dependencies(api: &Api) -> BTreeMap<&str, Cow<'_, Dependency>> {
    let own = api.package.dependencies.iter();
    let mut all: BTreeMap<&str, Cow<'_, Dependency>> = own
        .map(|dependency| (dependency.name.as_str(), Cow::Borrowed(dependency)))
        .collect();
    if derives_arbitrary(api) {
        let arbitrary = all.entry("arbitrary").or_insert_with(|| {
            Cow::Owned(Dependency {
                name: "arbitrary".to_owned(),
                version: Some("1".to_owned()),
                path: None,
                features: Vec::new(),
                default_features: true,
            })
        });
        let derive = "derive".to_owned();
        if !arbitrary.features.contains(&derive) {
            arbitrary.to_mut().features.push(derive);
        }
    }
    all
}

fn derives_arbitrary(api: &Api) -> bool {
    let mut derives = api.package.derives.iter();
    derives.any(|derive| derive.derived == Trait::Arbitrary)
}

/// The version of the crate: the one that the owner chose, or what the version of the API says. `None` if that is no
/// version of a crate: the version of an API is free text.
pub(crate) fn version(api: &Api) -> Option<String> {
    match &api.package.version {
        Some(version) => Some(version.clone()),
        None => derived_version(&api.version.value),
    }
}

/// The version of a crate that the version of an API says: `v2` is 2.0.0, 2026-03-01 is 2026.3.1.
fn derived_version(text: &str) -> Option<String> {
    let text = text.trim();
    let text = text.strip_prefix(['v', 'V']).unwrap_or(text);
    let (numbers, rest) = match text.split_at_checked(DATE.len()) {
        Some((date, rest)) if is_date(date) => {
            let parts = date.split('-').map(|part| part.trim_start_matches('0'));
            (parts.collect::<Vec<_>>().join("."), rest)
        }
        Some(_) | None => {
            let (numbers, rest) = text.split_at(text.find(['-', '+']).unwrap_or(text.len()));
            let missing = 2_usize.saturating_sub(numbers.matches('.').count());
            // A part of a date, rather than a release.
            let is_number = |c: char| c.is_ascii_digit();
            if missing > 0 && rest.trim_start_matches('-').starts_with(is_number) {
                return None;
            }
            (format!("{numbers}{}", ".0".repeat(missing)), rest)
        }
    };
    let version = format!("{numbers}{rest}");
    semver::Version::parse(&version).is_ok().then_some(version)
}

/// The form of a date.
const DATE: &str = "YYYY-MM-DD";

/// Whether text is a date, such as `2026-03-01`.
fn is_date(text: &str) -> bool {
    let parts: Vec<&str> = text.split('-').collect();
    let is_number = |part: &str, length: usize| {
        part.len() == length && part.parse::<u32>().is_ok_and(|number| number > 0)
    };
    matches!(parts.as_slice(), [year, month, day]
        if is_number(year, 4) && is_number(month, 2) && is_number(day, 2) && !year.starts_with('0'))
}

fn features(
    api: &Api,
    scalars: &HashSet<Scalar>,
    types: &BTreeSet<&str>,
) -> BTreeSet<&'static str> {
    let has_pattern = rules(api).any(|rules| rules.pattern.is_some());
    let mut bodies = api.requests().filter_map(|request| request.body.as_ref());
    let has_schema = bodies.any(|body| body.schema.is_some());
    let mut parameters = api.requests().flat_map(|operation| &operation.parameters);
    let has_parts = |parameter: &Parameter| {
        matches!(
            parameter.style,
            Style::Deep(_) | Style::Flat(_) | Style::Fields(_)
        )
    };
    let has_form = parameters.any(has_parts);
    let has_xml = api
        .contents()
        .any(|content| matches!(content.kind, ContentKind::Xml { .. }));
    let scalars = scalars.iter().copied().filter_map(feature);
    let has_form = has_form
        || api
            .contents()
            .any(|content| matches!(content.kind, ContentKind::Form { .. }));
    // Bytes can come from files.
    let has_files = types.contains("Body");
    let mut definitions = api.types.iter();
    let has_events = definitions.any(
        |definition| matches!(&definition.kind, TypeKind::Union(definition) if definition.by_event),
    );
    let has_streams = (has_events || !types.is_empty()) && !has_files;
    let has_multipart = api
        .contents()
        .any(|content| matches!(content.kind, ContentKind::Multipart { .. }));
    let schemes = api.auth.iter().flat_map(|auth| &auth.schemes);
    let mut kinds = schemes.map(|scheme| &scheme.kind);
    let has_basic = kinds.clone().any(|kind| *kind == SchemeKind::Basic);
    let is_source =
        |kind: &SchemeKind| matches!(kind, SchemeKind::OAuth2(_) | SchemeKind::OpenId { .. });
    let has_sources = kinds.any(is_source);
    let mut signatures = api
        .requests()
        .filter_map(|request| request.webhook.as_ref()?.signature.as_deref());
    let has_standard_signature = signatures.any(is_standard_signature);
    let others = [
        has_pattern.then_some("pattern"),
        has_schema.then_some("schema"),
        has_form.then_some("form"),
        has_files.then_some("files"),
        has_basic.then_some("base64"),
        has_sources.then_some("oauth"),
        has_streams.then_some("streams"),
        has_multipart.then_some("multipart"),
        has_xml.then_some("xml"),
        has_standard_signature.then_some("standard-webhooks"),
        derives_arbitrary(api).then_some("arbitrary"),
    ];
    let conversions = api.package.conversions.iter().map(|kind| kind.name());
    let libraries = api.package.scalars.iter().map(|ty| ty.package());
    let others = others
        .into_iter()
        .flatten()
        .chain(conversions)
        .chain(libraries);
    scalars.chain(others).collect()
}

/// The types of conditional requests.
fn conditional(api: &Api) -> Vec<&'static str> {
    let mut all = api
        .operations
        .iter()
        .filter_map(|operation| operation.conditional);
    if all.clone().next().is_none() {
        return Vec::new();
    }
    let mut types = vec!["Conditional", "Conditions", "ETag", "Tagged", "Validators"];
    types.extend(
        all.any(|conditional| conditional.last_modified)
            .then_some("LastModified"),
    );
    types
}

/// The bounds of all values.
fn rules(api: &Api) -> impl Iterator<Item = &Rules> {
    let of_types = api.types.iter().flat_map(|definition| {
        let (fields, own) = match &definition.kind {
            TypeKind::Object(object) => (object.fields.as_slice(), None),
            TypeKind::Tuple(tuple) => (tuple.elements.as_slice(), None),
            TypeKind::Newtype(newtype) => (<&[_]>::default(), Some(&newtype.rules)),
            TypeKind::Alias(alias) => (<&[_]>::default(), Some(&alias.rules)),
            TypeKind::Enum(_) | TypeKind::Union(_) => (<&[_]>::default(), None),
        };
        fields.iter().map(|field| &*field.rules).chain(own)
    });
    let parameters = api.requests().flat_map(|operation| &operation.parameters);
    let headers = api.errors.iter().flat_map(|error| &error.headers);
    let responses = api.requests().flat_map(|request| &request.responses);
    let headers = headers.chain(responses.flat_map(|response| &response.headers));
    let of_parameters = parameters.chain(headers).map(|parameter| &*parameter.rules);
    of_types.chain(of_parameters)
}

/// The scalars of all values.
fn scalars(api: &Api) -> impl Iterator<Item = Scalar> {
    let contents = api.types.iter().flat_map(|ty| ty.contents());
    let newtypes = api.types.iter().filter_map(|ty| match &ty.kind {
        TypeKind::Newtype(newtype) => Some(newtype.scalar),
        TypeKind::Object(_)
        | TypeKind::Tuple(_)
        | TypeKind::Enum(_)
        | TypeKind::Alias(_)
        | TypeKind::Union(_) => None,
    });
    let of_errors = api.errors.iter().flat_map(ErrorDef::types);
    let operations = api.requests();
    let sent = operations.clone().flat_map(|operation| operation.sent());
    let returned = operations.flat_map(|operation| operation.returned());
    let pagers = api.pagers.iter();
    let of_pages = pagers
        .clone()
        .flat_map(|pager| pager.fields.iter().map(|field| &field.field.ty));
    let of_requests =
        pagers.flat_map(|pager| pager.parameters.iter().map(|parameter| &parameter.ty));
    let types = contents.chain(of_errors).chain(sent).chain(returned);
    let types = types.chain(of_pages).chain(of_requests);
    types.filter_map(TypeRef::scalar).chain(newtypes)
}

#[cfg(test)]
mod tests {
    use super::derived_version;

    #[test]
    fn versions_of_apis_are_versions_of_crates_where_they_say_one() {
        for (text, version) in [
            ("1", "1.0.0"),
            ("1.2", "1.2.0"),
            ("v2", "2.0.0"),
            ("1.2.3-beta.1+x", "1.2.3-beta.1+x"),
            ("2.0-rc1", "2.0.0-rc1"),
            ("2026-03-01", "2026.3.1"),
            ("2026-10-01-preview", "2026.10.1-preview"),
        ] {
            assert_eq!(derived_version(text).as_deref(), Some(version), "{text}");
        }
        for text in [
            "v2 beta",
            "",
            "1.2.3.4",
            "01.2",
            "2026-00-10",
            "latest",
            "1.0.0-",
            "1.0.0-a b",
        ] {
            assert_eq!(derived_version(text), None, "{text}");
        }
    }
}
