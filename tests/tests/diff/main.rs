//! `specsmith diff`: what it finds between two documents, what is reported and exempt, and whether its verdicts agree with
//! the wire and with the judgement of people who did not write Specsmith.

#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

mod accepted;
mod annotations;
mod behavior;
mod behind_names;
mod beside_types;
mod broken;
mod by_name;
mod carried;
mod chosen;
mod compared;
mod documents;
mod errors;
mod exemptions;
mod exports;
mod false_alarms;
mod found;
mod from_values;
mod in_code;
mod listed;
mod maps;
mod meanings;
mod messages;
mod mirrors;
mod misread;
mod nested;
mod one_way;
mod paged;
mod pairs;
mod parts;
mod places;
mod reports;
mod same_meaning;
mod same_values;
mod silent;
mod stated;
mod told_apart;
mod variants;
mod versions;
mod wire;
mod written_otherwise;
