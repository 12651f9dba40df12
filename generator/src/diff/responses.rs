//! Successful responses: their statuses, contents and headers.

use super::Rule;
use super::contents::Offer;
use super::paging::next_header;
use super::parameters::header_pairs;
use super::site::{Site, Spot, Step};
use super::walk::{Context, Flow, Has, Walk};
use super::words::Quoted;
use crate::api::{Operation, Response, Rules, Status};

/// The responses of one status, one for each content. They share headers and notes.
struct OfStatus<'a> {
    status: Status,
    responses: Vec<&'a Response>,
}

impl<'a> Walk<'a> {
    /// Compares the successful responses of two operations.
    pub(super) fn responses(
        &mut self,
        old: &'a Operation,
        new: &'a Operation,
        context: Context,
        site: &Site<'_, 'a>,
    ) {
        let (old_statuses, new_statuses) = (by_status(old), by_status(new));
        let site_of = |old_status, new_status, shown| {
            site.at(
                Step::Status(shown),
                Spot::Response(&old.name, old_status),
                Spot::Response(&new.name, new_status),
            )
        };
        for gone in &old_statuses {
            if !new_statuses
                .iter()
                .any(|one| are_alike(&old_statuses, gone, &new_statuses, one))
            {
                let site = site_of(gone.status, gone.status, gone.status);
                let message = format!("the status {} is gone", gone.status);
                self.change_of(Rule::StatusRemoved, context, &site, Has::Old, message);
            }
        }
        for is in &new_statuses {
            let known = old_statuses.iter();
            let known = known.filter(|known| are_alike(&old_statuses, known, &new_statuses, is));
            let known: Vec<&OfStatus<'_>> = known.collect();
            if known.is_empty() {
                let site = site_of(is.status, is.status, is.status);
                let message = format!("the status {} is new", is.status);
                self.change_of(Rule::StatusAdded, context, &site, Has::New, message);
            }
            for known in known {
                let was_known = has_status(&old_statuses, is.status);
                let stays = has_status(&new_statuses, known.status);
                let shown = match known.status.exact() {
                    Some(_) if was_known => known.status,
                    _ => is.status,
                };
                let site = site_of(known.status, is.status, shown);
                if is_wider(is.status, known.status) && !was_known {
                    let was = narrower(&old_statuses, is.status);
                    let message = format!("the status was {was}, and may be any of {}", is.status);
                    self.change(Rule::StatusWidened, context, &site, message);
                }
                if is_wider(known.status, is.status) && !stays {
                    let is = narrower(&new_statuses, known.status);
                    let message = format!("the status was any of {}, and is {is}", known.status);
                    self.change(Rule::StatusNarrowed, context, &site, message);
                }
                self.responses_of_status((old, known), (new, is), context, &site);
            }
        }
    }

    fn responses_of_status(
        &mut self,
        (old_operation, old): (&'a Operation, &OfStatus<'a>),
        (new_operation, new): (&'a Operation, &OfStatus<'a>),
        context: Context,
        site: &Site<'_, 'a>,
    ) {
        let offers = |one: &OfStatus<'a>| -> Vec<Offer<'a>> {
            let offers = one.responses.iter().map(|response| Offer {
                name: response.choice.as_ref().map(|choice| choice.name.as_str()),
                content: &response.content,
                rules: Rules::NONE,
            });
            offers.collect()
        };
        self.contents(&offers(old), &offers(new), context, site);
        self.first_media_types(old, new, context, site);
        let (Some(old_first), Some(new_first)) = (old.responses.first(), new.responses.first())
        else {
            return;
        };
        // Both have it, whether they declare it or not.
        let of_pages = next_header(self.old, old_operation)
            .filter(|header| next_header(self.new, new_operation).as_ref() == Some(header));
        for (names, (old_header, new_header)) in
            header_pairs(&old_first.headers, &new_first.headers)
        {
            let (old_name, name) = names;
            let mut of_pages = of_pages.iter();
            let is_of_pages = of_pages.any(|header| name.eq_ignore_ascii_case(header));
            if is_of_pages && old_header.is_some() != new_header.is_some() {
                continue;
            }
            let place = site.within(Step::Name("header"));
            let site = place.at(
                Step::Name(name),
                Spot::Header(&old_operation.name, old.status, old_name),
                Spot::Header(&new_operation.name, new.status, name),
            );
            self.parameter_pair(old_header, new_header, context, &site);
        }
    }

    /// Compares what clients without `Accept` get, if they can get the same.
    fn first_media_types(
        &mut self,
        old: &OfStatus<'a>,
        new: &OfStatus<'a>,
        context: Context,
        site: &Site<'_, 'a>,
    ) {
        let (old, new) = (negotiated(old), negotiated(new));
        let is_same = |one: &str, other: &str| one.eq_ignore_ascii_case(other);
        let has_common = old
            .iter()
            .any(|one| new.iter().any(|other| is_same(one, other)));
        if let (Some(was), Some(is)) = (old.first(), new.first())
            && self.in_spec_language
            && context.flow == Some(Flow::Response)
            && has_common
            && !is_same(was, is)
        {
            let message = format!(
                "the first media type was {}, and is {}",
                Quoted(was),
                Quoted(is)
            );
            self.change(Rule::FirstMediaTypeChanged, context, site, message);
        }
    }
}

/// The media types among which `Accept` chooses. If there is only one content, the server chooses.
fn negotiated<'a>(one: &OfStatus<'a>) -> Vec<&'a str> {
    if one.responses.len() < 2 {
        return Vec::new();
    }
    let contents = one.responses.iter().filter(|response| {
        let choice = response.choice.as_ref();
        choice.is_none_or(|choice| choice.selected_by.is_none())
    });
    let media = contents.flat_map(|response| &response.content.media);
    media.map(String::as_str).collect()
}

fn by_status(operation: &Operation) -> Vec<OfStatus<'_>> {
    let mut all: Vec<OfStatus<'_>> = Vec::new();
    for response in &operation.responses {
        match all.last_mut() {
            Some(last) if last.status == response.status => last.responses.push(response),
            _ => all.push(OfStatus {
                status: response.status,
                responses: vec![response],
            }),
        }
    }
    all
}

/// Whether two responses are the same: they have the same status, or one has a class with the status of the other, for
/// which that side has no other response.
fn are_alike(
    old_statuses: &[OfStatus<'_>],
    old: &OfStatus<'_>,
    new_statuses: &[OfStatus<'_>],
    new: &OfStatus<'_>,
) -> bool {
    let is_in = |class, status, all| is_wider(class, status) && !has_status(all, status);
    old.status == new.status
        || is_in(new.status, old.status, new_statuses)
        || is_in(old.status, new.status, old_statuses)
}

fn has_status(all: &[OfStatus<'_>], status: Status) -> bool {
    all.iter().any(|one| one.status == status)
}

/// Whether the first one is a class of statuses, and the second one is in it.
fn is_wider(class: Status, status: Status) -> bool {
    matches!(class, Status::Class(_)) && status.exact().is_some_and(|status| class.covers(status))
}

/// The statuses that are narrower than another one, in words.
fn narrower(all: &[OfStatus<'_>], wide: Status) -> String {
    let narrower = all.iter().filter(|one| is_wider(wide, one.status));
    let statuses: Vec<String> = narrower.map(|one| one.status.to_string()).collect();
    statuses.join(" or ")
}
