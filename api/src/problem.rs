//! Problem documents (RFC 9457): every error of the service, from one table of codes.

use std::fmt;

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, ResponseError};
use melee_domain::cards::Cards;
use melee_domain::chance::{DiceFault, Record, Wanted};
use melee_domain::encounter::Denied;
use melee_domain::odds::{MOST_BRANCHES, MOST_WAYS, TooManyOutcomes};
use melee_domain::{Fault, Id, Refusal, Standstill};
use serde::Serialize;
use utoipa::ToSchema;

use crate::store::StoreError;

/// Declares the table of codes: the code, its status, its title, and what to do about it.
macro_rules! codes {
    ($($code:ident $slug:literal $status:literal $title:literal $text:literal;)+) => {
        /// What kind of problem it is.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
        #[serde(rename_all = "snake_case")]
        #[schema(as = ProblemCode)]
        pub(crate) enum Code { $(#[doc = $title] $code),+ }

        impl Code {
            pub(crate) const ALL: &[Self] = &[$(Self::$code),+];

            pub(crate) fn slug(self) -> &'static str {
                match self { $(Self::$code => $slug),+ }
            }

            pub(crate) fn status(self) -> u16 {
                match self { $(Self::$code => $status),+ }
            }

            pub(crate) fn title(self) -> &'static str {
                match self { $(Self::$code => $title),+ }
            }

            pub(crate) fn text(self) -> &'static str {
                match self { $(Self::$code => $text),+ }
            }

            fn uri(self) -> &'static str {
                match self { $(Self::$code => concat!("/problems/", $slug)),+ }
            }
        }
    };
}

codes! {
    NotJson "not_json" 400 "The body is not JSON"
        "The body could not be read as JSON at all. `detail` says where it stops making sense.";
    BadRequest "bad_request" 400 "The request cannot be read"
        "The request is not well-formed HTTP, or its body broke off. Nothing was done.";
    PreflightRefused "preflight_refused" 400 "A page may not send this request"
        "Pages may send GET, HEAD, POST and DELETE, with the headers authorization, content-type, idempotency-key, if-match, if-none-match, last-event-id, x-request-id and those of --allow-header, from the origins of --allow-origin.";
    NotFound "not_found" 404 "There is nothing here"
        "No such path. The paths of the API are listed in /openapi.json, and to look at in /swagger-ui/.";
    Unauthorized "unauthorized" 401 "The token is missing, or not one that is known here"
        "Send the header `Authorization: Bearer TOKEN` with a token that the encounter was created with, or its newest. An encounter that does not exist, or has expired, is answered in the same way.";
    Forbidden "forbidden" 403 "This seat may not do that"
        "A seat commands its own combatants, and the GM everything.";
    OutOfTurn "out_of_turn" 409 "It is not the time for that"
        "`detail` says what the encounter waits for.";
    Conflict "conflict" 409 "Others were faster"
        "Other commands were accepted again and again in the meantime. Nothing was done; try again.";
    EncounterClosed "encounter_closed" 409 "The encounter is closed"
        "A closed encounter is only looked at, proved and deleted.";
    NotClosed "not_closed" 409 "The encounter is not closed"
        "The seed is shown once the GM has closed the encounter.";
    NothingToUndo "nothing_to_undo" 409 "There is nothing to undo"
        "At most 20 commands are undone, never past the creation or a new token.";
    LogFull "log_full" 409 "The log is full"
        "An encounter has at most 10,000 revisions; only `close` remains.";
    StaleRevision "stale_revision" 412 "The encounter has another revision"
        "`revision` is the current one. Load the state anew, and send its ETag as `If-Match`, or leave `If-Match` out.";
    IdempotencyKeyReused "idempotency_key_reused" 422 "The key was used for another command"
        "Send the very same command under an `Idempotency-Key`, or a new key.";
    TooManyRequests "too_many_requests" 429 "Too many requests"
        "`Retry-After` says when to try again.";
    TooManyEncounters "too_many_encounters" 503 "There are as many encounters as there may be"
        "The limit is set by --max-encounters. Delete one, or wait until one expires.";
    StoreUnavailable "store_unavailable" 503 "The store of encounters is unavailable"
        "Try again after `Retry-After`, with the same `Idempotency-Key`: whether a command was applied is not known otherwise. Verbs without an encounter go on working.";
    MethodNotAllowed "method_not_allowed" 405 "The path does not know this method"
        "The header `Allow` lists the methods that the path knows.";
    RequestTimeout "request_timeout" 408 "The body took too long to arrive"
        "Send the whole body at once. The limit is set by --body-timeout-seconds.";
    BodyTooLarge "body_too_large" 413 "The body is too large"
        "A body has at most 256 KiB, that of a batch 4 MiB.";
    UnsupportedMediaType "unsupported_media_type" 415 "The body is not declared as plain JSON"
        "Send the header `Content-Type: application/json`, and no `Content-Encoding`.";
    InvalidRequest "invalid_request" 422 "The request does not fit the schema"
        "A field is unknown, missing, of the wrong type or out of bounds. `errors` names it; the schema of every request is in /openapi.json.";
    TooDeep "too_deep" 422 "The body is nested too deeply"
        "No request of this API is nested more than a few levels deep.";
    AgainstTheRules "against_the_rules" 422 "The rules of the game forbid this"
        "`errors` names every fault with its field, the id of the rule and what to change. The rules are listed by GET /v1/rulesets/{ruleset}.";
    MoreDiceNeeded "more_dice_needed" 422 "More dice are needed"
        "The rules ask for one more die than `faces` has, or for one more card than `cards` has. `asked_for` names it; throw it, or draw it, add it and send the request again.";
    TooManyDice "too_many_dice" 422 "There are more dice than the rules ask for"
        "Leave out the faces, or the cards, at the end that the rules did not ask for.";
    NoSuchFace "no_such_face" 422 "The die asked for does not have this face"
        "A choice among n is a die of n faces. `asked_for` names the die.";
    NoSuchCard "no_such_card" 422 "The deck drawn from does not have this card any more"
        "A card is drawn from what is left of its deck: without those in hand, and without those drawn before. `asked_for` names the draw.";
    RulingNeeded "ruling_needed" 422 "A joker needs the GM's ruling"
        "A joker is wild: give the `ruling` that `errors` points at, and send `dealt`, if there is any, as the `cards` of `dice`, so that the same cards are drawn again.";
    Undecided "undecided" 422 "The contest stays undecided"
        "It was tied too often. Try again, or let the GM decide.";
    TooManyOutcomes "too_many_outcomes" 422 "There are too many outcomes to count"
        "Odds are counted over at most 1,000,000 branches, with a common denominator below 2^53. Ask for less at once: fewer attacks, no explosions, fewer cards drawn for hit cards (`hit`).";
    InternalError "internal_error" 500 "The service failed"
        "This is a fault of the service. Please report it, with the `x-request-id` of the answer.";
}

/// An error: a problem document (RFC 9457), with the media type `application/problem+json`.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Problem {
    /// A page about this kind of problem, as a reference relative to the service.
    #[serde(rename = "type")]
    #[schema(max_length = 100)]
    kind: &'static str,
    /// What kind of problem it is, for people.
    #[schema(max_length = 100)]
    title: &'static str,
    /// The HTTP status.
    #[schema(minimum = 400, maximum = 599)]
    status: u16,
    /// What is wrong here, and what to change.
    #[schema(max_length = 2000)]
    detail: String,
    /// What kind of problem it is, for programs.
    code: Code,
    /// The die or the card that the rules ask for, where the dice are the problem.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 200, nullable = false)]
    asked_for: Option<String>,
    /// The cards dealt until the rules could not go on: send them as the `cards` of `dice`, and the same
    /// are drawn again.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    dealt: Option<Box<Cards>>,
    /// The current revision of the encounter, where another was named.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 1, maximum = 10_001, nullable = false)]
    revision: Option<u16>,
    /// After how many seconds to try again: told by `Retry-After`.
    #[serde(skip)]
    retry_after: u8,
    /// Each fault, where there are several or they have a place.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(max_items = 1000)]
    errors: Vec<FieldError>,
}

/// The most faults that a problem lists.
const MOST_ERRORS: usize = 1000;

/// One fault of a request.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct FieldError {
    /// Where in the body, as a JSON pointer.
    #[schema(max_length = 1000)]
    pointer: String,
    /// What is wrong, and what to change.
    #[schema(max_length = 1000)]
    detail: String,
    /// The id of the rule that refuses it, where it is a rule of the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 8, nullable = false)]
    rule: Option<&'static str>,
}

impl Problem {
    pub(crate) fn new(code: Code, detail: impl Into<String>) -> Self {
        Self {
            kind: code.uri(),
            title: code.title(),
            status: code.status(),
            detail: shortened(detail.into(), 2000),
            code,
            asked_for: None,
            dealt: None,
            revision: None,
            // An encounter does not expire within a second.
            retry_after: if code == Code::TooManyEncounters {
                60
            } else {
                1
            },
            errors: Vec::new(),
        }
    }

    /// A problem of which there is no more to say than its code does.
    pub(crate) fn of(code: Code) -> Self {
        Self::new(code, code.text())
    }

    /// Whether it is of this kind.
    pub(crate) fn is(&self, code: Code) -> bool {
        self.code == code
    }

    /// A problem of one field.
    pub(crate) fn at(code: Code, pointer: String, detail: impl Into<String>) -> Self {
        let detail = detail.into();
        Self {
            errors: vec![FieldError {
                pointer: shortened(pointer, 1000),
                detail: shortened(detail.clone(), 1000),
                rule: None,
            }],
            ..Self::new(code, detail)
        }
    }

    /// The codes that only this service gives; the web framework's own refusals are other ones.
    const OURS: [Code; 2] = [Code::NotJson, Code::PreflightRefused];

    /// One request too many, and after how many seconds there may be another.
    pub(crate) fn too_many_requests(retry_after: u8) -> Self {
        let detail = format!("try again in {retry_after} s");
        Self {
            retry_after,
            ..Self::new(Code::TooManyRequests, detail)
        }
    }

    /// The problem of a store.
    pub(crate) fn of_store(error: &StoreError) -> Self {
        match error {
            StoreError::Full => Self::of(Code::TooManyEncounters),
            // Why, is for the log alone.
            StoreError::Unavailable(_) | StoreError::Damaged(_) => {
                tracing::error!(%error, "the store failed");
                Self::of(Code::StoreUnavailable)
            }
        }
    }

    /// A command on another revision than the current one.
    pub(crate) fn of_revision(current: u64) -> Self {
        let detail = format!("the encounter is at revision {current}");
        Self {
            revision: u16::try_from(current).ok(),
            ..Self::new(Code::StaleRevision, detail)
        }
    }

    /// The problem of a bare status, as the web framework answers it by itself, with what it says.
    pub(crate) fn of_status(status: StatusCode, says: Option<String>) -> Self {
        let code = Code::ALL
            .iter()
            .copied()
            .find(|code| code.status() == status.as_u16() && !Self::OURS.contains(code))
            .unwrap_or(if status.is_server_error() {
                Code::InternalError
            } else {
                Code::BadRequest
            });
        Self {
            status: status.as_u16(),
            ..Self::new(code, says.unwrap_or_else(|| code.text().to_owned()))
        }
    }

    fn of_dice(fault: DiceFault) -> Self {
        // "red die of the attack", and whose where there are several.
        let named = |name: &str, whose: Option<Id>| match whose {
            Some(whose) => format!("{name}, of {}", whose.as_str()),
            None => name.to_owned(),
        };
        let asked = |code, place: String, name, detail| Self {
            asked_for: Some(name),
            ..Self::at(code, place, detail)
        };
        match fault {
            DiceFault::MoreNeeded {
                supplied,
                next,
                whose,
            } => match next {
                Wanted::Die(die) => {
                    let name = named(die.name, whose);
                    let detail = format!(
                        "the {name} (1 to {}) is asked for next; add its face to the {supplied} supplied",
                        die.sides
                    );
                    asked(Code::MoreDiceNeeded, "/dice/faces".into(), name, detail)
                }
                Wanted::Card(name) => {
                    let name = named(name, whose);
                    let detail = format!(
                        "the {name} is drawn next; add the card to the {supplied} supplied"
                    );
                    asked(Code::MoreDiceNeeded, "/dice/cards".into(), name, detail)
                }
            },
            DiceFault::TooMany {
                supplied,
                asked_for,
                field,
            } => Self::at(
                Code::TooManyDice,
                format!("/dice/{field}/{asked_for}"),
                format!(
                    "the rules ask for {asked_for} {field} here, and {supplied} are supplied; leave out \
                     the last {}",
                    supplied - asked_for
                ),
            ),
            DiceFault::NoSuchFace {
                index,
                face,
                die,
                whose,
            } => {
                let name = named(die.name, whose);
                let detail = format!(
                    "the {name} has the faces 1 to {}, not {face}; throw it again",
                    die.sides
                );
                let place = format!("/dice/faces/{index}");
                asked(Code::NoSuchFace, place, name, detail)
            }
            DiceFault::NoSuchCard {
                index,
                card,
                name,
                whose,
            } => {
                let name = named(name, whose);
                let detail = format!(
                    "{} cannot be the {name}: it is not left in the deck, since it is in a hand, was drawn \
                     before or never was there; draw again",
                    card.as_str()
                );
                let place = format!("/dice/cards/{index}");
                asked(Code::NoSuchCard, place, name, detail)
            }
            DiceFault::Standstill(why) => Self::of_standstill(why, Record::default()),
        }
    }

    fn of_standstill(why: Standstill, record: Record) -> Self {
        let code = match why {
            Standstill::RulingNeeded { .. } => Code::RulingNeeded,
            Standstill::TooFewCards { .. } => Code::AgainstTheRules,
            Standstill::Undecided { .. } => Code::Undecided,
        };
        Self {
            code,
            kind: code.uri(),
            title: code.title(),
            dealt: (!record.cards.is_empty()).then(|| Box::new(record.cards)),
            ..Self::of_faults(vec![why.fault()])
        }
    }

    fn of_faults(faults: Vec<Fault>) -> Self {
        let detail = match faults.as_slice() {
            [fault] if fault.rule.is_empty() => fault.detail.clone(),
            [fault] => format!("{} ({})", fault.detail, fault.rule),
            faults if faults.len() > MOST_ERRORS => {
                format!(
                    "{} faults: see `errors` for the first {MOST_ERRORS}",
                    faults.len()
                )
            }
            faults => format!("{} faults: see `errors`", faults.len()),
        };
        Self {
            errors: faults
                .into_iter()
                .take(MOST_ERRORS)
                .map(|fault| FieldError {
                    pointer: fault.pointer,
                    detail: fault.detail,
                    rule: Some(fault.rule).filter(|rule| !rule.is_empty()),
                })
                .collect(),
            ..Self::new(Code::AgainstTheRules, detail)
        }
    }
}

/// A text of at most so many characters: what a caller sent is quoted, but not at any length.
fn shortened(mut text: String, most: usize) -> String {
    if let Some((end, _)) = text.char_indices().nth(most - 1)
        && text.chars().nth(most).is_some()
    {
        text.truncate(end);
        text.push('…');
    }
    text
}

impl From<TooManyOutcomes> for Problem {
    fn from(too_many: TooManyOutcomes) -> Self {
        Self::new(
            Code::TooManyOutcomes,
            if too_many.denominator >= MOST_WAYS {
                format!(
                    "the common denominator is {} or more, where it must be below {MOST_WAYS} (seen \
                     after {} of at most {MOST_BRANCHES} branches); ask for less at once",
                    too_many.denominator, too_many.branches
                )
            } else {
                format!(
                    "there are more than {MOST_BRANCHES} branches, or long ones (after {} of them the common \
                     denominator is {}, of at most {MOST_WAYS}); ask for less at once",
                    too_many.branches, too_many.denominator
                )
            },
        )
    }
}

impl From<Denied> for Problem {
    fn from(denied: Denied) -> Self {
        match denied {
            Denied::Forbidden(why) => Self::new(Code::Forbidden, why),
            Denied::OutOfTurn(why) => Self::new(Code::OutOfTurn, why),
            Denied::Misfit { pointer, detail } => Self::at(Code::InvalidRequest, pointer, detail),
            Denied::Refused(refusal) => refusal.into(),
        }
    }
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Self {
        Self::of_store(&error)
    }
}

impl From<Refusal> for Problem {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::Unlawful(faults) => Self::of_faults(faults),
            Refusal::Dice(fault) => Self::of_dice(fault),
            Refusal::Standstill(why, record) => Self::of_standstill(why, *record),
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}: {}", self.title, self.detail)
    }
}

impl std::error::Error for Problem {}

/// The media type of a problem document.
pub(crate) const MEDIA_TYPE: &str = "application/problem+json";

impl ResponseError for Problem {
    fn status_code(&self) -> StatusCode {
        StatusCode::from_u16(self.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
    }

    fn error_response(&self) -> HttpResponse {
        let mut response = HttpResponse::build(self.status_code());
        if self.code == Code::Unauthorized {
            response.insert_header(("www-authenticate", "Bearer"));
        }
        if matches!(self.status, 429 | 503) {
            response.insert_header(("retry-after", u64::from(self.retry_after)));
        }
        response
            .insert_header(("content-type", MEDIA_TYPE))
            .body(serde_json::to_vec(self).unwrap_or_default())
    }
}
