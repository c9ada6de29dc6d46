//! Who is asking: tokens, and what a request says of revisions and keys.

use actix_web::HttpRequest;
use actix_web::http::header::{AUTHORIZATION, HeaderName, IF_MATCH, IF_NONE_MATCH};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use melee_domain::Id;
use melee_domain::encounter::Viewer;
use sha2::{Digest, Sha256};

use crate::problem::{Code, Problem};
use crate::store::{Loaded, Revision, Store};

/// The GM, among the seats.
pub(crate) const GM: &str = "gm";

/// A new token: 256 random bits.
pub(crate) fn new_token() -> String {
    URL_SAFE_NO_PAD.encode(rand::random::<[u8; 32]>())
}

/// A new id of an encounter: 128 random bits.
pub(crate) fn new_id() -> String {
    URL_SAFE_NO_PAD.encode(rand::random::<[u8; 16]>())
}

/// What is kept of a token.
pub(crate) fn hash(token: &str) -> String {
    const_hex::encode(Sha256::digest(token.as_bytes()))
}

/// One answer for no token, a foreign one, and no such encounter: which it is, is not told.
pub(crate) fn unauthorized() -> Problem {
    Problem::new(
        Code::Unauthorized,
        "the token is missing, or it is none of this encounter",
    )
}

/// The hash of the bearer token of a request.
pub(crate) fn bearer(request: &HttpRequest) -> Result<String, Problem> {
    let header = request.headers().get(AUTHORIZATION);
    let header = header.and_then(|header| header.to_str().ok());
    let token = header.and_then(|header| {
        let (scheme, token) = header.split_once(' ')?;
        scheme
            .eq_ignore_ascii_case("bearer")
            .then_some(token.trim())
    });
    // An id may come from the path alone; a token never does.
    token.map(hash).ok_or_else(unauthorized)
}

/// An encounter as a token may load it.
pub(crate) async fn load(
    store: &dyn Store,
    id: &str,
    token: &str,
    key: Option<&str>,
) -> Result<Loaded, Problem> {
    store.load(id, token, key).await?.ok_or_else(unauthorized)
}

/// Who looks on, by the seat of the token.
pub(crate) fn viewer<'s>(seat: &str, seats: &'s [Id]) -> Result<Viewer<'s>, Problem> {
    if seat == GM {
        return Ok(Viewer::Gm);
    }
    let seat = seats.iter().find(|known| known.as_str() == seat);
    seat.map(Viewer::Seat).ok_or_else(unauthorized)
}

/// The revision as an ETag.
pub(crate) fn etag(revision: Revision) -> String {
    format!("\"{revision}\"")
}

/// The key under which the same answer is given again. The header's value may be quoted.
pub(crate) fn idempotency_key(request: &HttpRequest) -> Result<Option<String>, Problem> {
    let Some(header) = request.headers().get("idempotency-key") else {
        return Ok(None);
    };
    let key = header.to_str().unwrap_or_default().trim();
    let unquoted = key
        .strip_prefix('"')
        .and_then(|key| key.strip_suffix('"'))
        .unwrap_or(key);
    if (1..=255).contains(&unquoted.len()) && unquoted.bytes().all(|byte| byte.is_ascii_graphic()) {
        Ok(Some(unquoted.to_owned()))
    } else {
        Err(Problem::new(
            Code::BadRequest,
            "an Idempotency-Key has 1 to 255 visible ASCII characters",
        ))
    }
}

/// What a conditional header asks of the revision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Condition {
    /// Nothing.
    None,
    /// One of these entity tags; with `*` any.
    Any(Vec<String>),
}

impl Condition {
    /// Of `If-Match`.
    ///
    /// # Errors
    /// A problem if it is no list of tags: which revision is meant, is not guessed.
    pub(crate) fn if_match(request: &HttpRequest) -> Result<Self, Problem> {
        let condition = Self::of(request, IF_MATCH);
        let is_tag = |tag: &String| {
            let opaque = tag.strip_prefix("W/").unwrap_or(tag);
            *tag == "*" || opaque.len() > 1 && opaque.starts_with('"') && opaque.ends_with('"')
        };
        match &condition {
            Self::Any(tags) if !tags.iter().all(is_tag) => Err(Problem::new(
                Code::BadRequest,
                "If-Match is an ETag in its quotes, like \"12\": the revision to obey on",
            )),
            Self::Any(_) | Self::None => Ok(condition),
        }
    }

    /// Of `If-None-Match`, whose tags may have been weakened on the way.
    pub(crate) fn if_none_match(request: &HttpRequest) -> Self {
        match Self::of(request, IF_NONE_MATCH) {
            Self::None => Self::None,
            Self::Any(tags) => {
                let strong = tags
                    .iter()
                    .map(|tag| tag.trim_start_matches("W/").to_owned());
                Self::Any(strong.collect())
            }
        }
    }

    fn of(request: &HttpRequest, name: HeaderName) -> Self {
        let headers: Vec<_> = request.headers().get_all(name).collect();
        if headers.is_empty() {
            return Self::None;
        }
        let tags = headers
            .into_iter()
            .filter_map(|header| header.to_str().ok())
            .flat_map(|header| header.split(','));
        Self::Any(tags.map(|tag| tag.trim().to_owned()).collect())
    }

    /// Whether it names this revision.
    pub(crate) fn names(&self, revision: Revision) -> bool {
        match self {
            Self::None => false,
            Self::Any(tags) => tags.iter().any(|tag| *tag == "*" || *tag == etag(revision)),
        }
    }
}
