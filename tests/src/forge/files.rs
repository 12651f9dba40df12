//! The files of releases.

use std::collections::BTreeMap;
use std::ops::Range;

use axum::body::Bytes;
use forge_api::errors::{NotFound, OutOfRange, ValidationFailed};
use forge_api::operations::*;
use forge_api::types::{Asset, FieldError, Uri};

/// The files of a release, by number.
#[derive(Debug, Default)]
pub(super) struct Release(BTreeMap<i64, (Asset, Bytes)>);

/// Adds a file. Its name must be new.
pub(super) fn add(
    release: &mut Release,
    name: String,
    media_type: String,
    content: Bytes,
) -> Result<Asset, ValidationFailed> {
    if release.0.values().any(|(asset, _)| asset.name == name) {
        let taken = FieldError::new("name", "already_exists");
        return Err(ValidationFailed::new(vec![taken]));
    }
    let id = release.0.len() as i64 + 1;
    let asset = Asset {
        id,
        size: content.len() as u64,
        media_type,
        download_url: Uri::from(format!("https://files.forge.example/{id}")),
        name,
    };
    release.0.insert(id, (asset.clone(), content));
    Ok(asset)
}

/// A file or a part of it. Disk images are on another server.
pub(super) fn download(
    release: &Release,
    id: i64,
    range: Option<&str>,
    x_rate_limit_remaining: Option<i64>,
) -> Result<DownloadAssetResponse, DownloadAssetError> {
    let (asset, content) = release.0.get(&id).ok_or_else(NotFound::new)?;
    if asset.media_type == "application/x-iso9660-image" {
        return Ok(DownloadAssetResponse::Found(DownloadAssetFound {
            x_rate_limit_remaining,
            location: asset.download_url.clone(),
        }));
    }
    let Some(part) = range.and_then(|range| part(range, content.len())) else {
        return Ok(DownloadAssetResponse::Ok(DownloadAssetOk {
            body: content.clone().into(),
            x_rate_limit_remaining,
            accept_ranges: "bytes".to_owned(),
            content_disposition: format!("attachment; filename=\"{id}\""),
        }));
    };
    if part.is_empty() {
        return Err(OutOfRange::new().into());
    }
    let content_range = format!("bytes {}-{}/{}", part.start, part.end - 1, content.len());
    Ok(DownloadAssetResponse::PartialContent(
        DownloadAssetPartialContent {
            body: content.slice(part).into(),
            x_rate_limit_remaining,
            content_range,
        },
    ))
}

/// The wanted part of so many bytes (RFC 9110, section 14.1.2). Several parts and other units are ignored, as the
/// standard permits. A part that does not exist is empty.
fn part(range: &str, length: usize) -> Option<Range<usize>> {
    let (first, last) = range.strip_prefix("bytes=")?.split_once('-')?;
    Some(match (first, last) {
        ("", count) => length.saturating_sub(count.parse().ok()?)..length,
        (first, "") => first.parse().ok()?..length,
        (first, last) => {
            let (first, last): (usize, usize) = (first.parse().ok()?, last.parse().ok()?);
            (first <= last).then_some(())?;
            first..last.saturating_add(1).min(length)
        }
    })
}
