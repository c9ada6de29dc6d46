//! The body of a request: read within its limits, parsed strictly, its faults named by place.

use std::pin::Pin;
use std::time::Duration;

use actix_web::dev::Payload;
use actix_web::http::header::{CONTENT_ENCODING, CONTENT_TYPE};
use actix_web::web::{self, Bytes};
use actix_web::{FromRequest, HttpMessage, HttpRequest};
use melee_domain::tagged::{pointer, split};
use serde::Deserialize;
use serde::de::IgnoredAny;

use crate::problem::{Code, Problem};

/// How long a body may take to arrive.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BodyTimeout(pub(crate) Duration);

/// The whole body of a request that says it is JSON, of at most `LIMIT` bytes.
pub(crate) struct Body<const LIMIT: usize = { 256 * 1024 }>(Bytes);

impl<const LIMIT: usize> FromRequest for Body<LIMIT> {
    type Error = Problem;
    type Future = Pin<Box<dyn Future<Output = Result<Self, Problem>>>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let checked = check_headers(request, LIMIT);
        let BodyTimeout(timeout) = request
            .app_data()
            .copied()
            .unwrap_or(BodyTimeout(Duration::from_secs(10)));
        let payload = web::Payload::from_request(request, payload);
        Box::pin(async move {
            checked?;
            let payload = payload
                .await
                .map_err(|error| Problem::new(Code::BadRequest, error.to_string()))?;
            tokio::time::timeout(timeout, read::<LIMIT>(payload))
                .await
                .unwrap_or_else(|_| {
                    Err(Problem::new(
                        Code::RequestTimeout,
                        format!("the body was not there within {} s", timeout.as_secs()),
                    ))
                })
        })
    }
}

fn check_headers(request: &HttpRequest, limit: usize) -> Result<(), Problem> {
    let unsupported = |detail: &str| Err(Problem::new(Code::UnsupportedMediaType, detail));
    if !request
        .content_type()
        .eq_ignore_ascii_case("application/json")
    {
        return match request.headers().get(CONTENT_TYPE) {
            Some(_) => unsupported("the Content-Type is another one; send application/json"),
            None => unsupported("the header Content-Type is missing; send application/json"),
        };
    }
    if request.headers().contains_key(CONTENT_ENCODING) {
        return unsupported("bodies are not decoded; send it without Content-Encoding");
    }
    let declared = request
        .headers()
        .get("content-length")
        .and_then(|length| length.to_str().ok()?.parse::<usize>().ok());
    if declared.is_some_and(|length| length > limit) {
        return Err(too_large(limit));
    }
    Ok(())
}

fn too_large(limit: usize) -> Problem {
    Problem::new(
        Code::BodyTooLarge,
        format!("a body here has at most {} KiB", limit / 1024),
    )
}

async fn read<const LIMIT: usize>(payload: web::Payload) -> Result<Body<LIMIT>, Problem> {
    match payload.to_bytes_limited(LIMIT).await {
        Ok(Ok(bytes)) => Ok(Body(bytes)),
        Ok(Err(_)) => Err(Problem::new(
            Code::BadRequest,
            "the body broke off; send it again, whole",
        )),
        Err(_) => Err(too_large(LIMIT)),
    }
}

impl<const LIMIT: usize> Body<LIMIT> {
    /// Parses the body.
    ///
    /// # Errors
    /// As [`parse`].
    pub(crate) fn parse<'b, T: Deserialize<'b>>(&'b self) -> Result<T, Problem> {
        parse(&self.0)
    }
}

/// Parses a request.
///
/// # Errors
/// A problem that says whether it is not JSON at all, or which field does not fit.
pub(crate) fn parse<'b, T: Deserialize<'b>>(body: &'b [u8]) -> Result<T, Problem> {
    // Whether it is UTF-8 is seen faster of the whole than of one string after the other.
    let text = std::str::from_utf8(body).map_err(|_| explain::<T>(body))?;
    serde_json::from_str(text).map_err(|_| explain::<T>(body))
}

/// Why a body does not parse. It is parsed once more, with the path kept, since keeping it costs
/// time that a good body need not pay.
fn explain<'b, T: Deserialize<'b>>(body: &'b [u8]) -> Problem {
    if body.is_empty() {
        return Problem::new(Code::NotJson, "the body is empty; send a JSON object");
    }
    if let Err(error) = std::str::from_utf8(body) {
        return Problem::new(Code::NotJson, format!("the body is not UTF-8: {error}"));
    }
    if let Err(error) = serde_json::from_slice::<IgnoredAny>(body) {
        return Problem::new(Code::NotJson, error.to_string());
    }
    // The typed parser stops at the first misfit, which may come before the depth does. What nests
    // deeper than serde_json's 128 levels is said to be too deep, whatever else is wrong with it.
    let too_deep = serde_json::from_slice::<serde_json::Value>(body)
        .err()
        .is_some_and(|error| error.to_string().starts_with("recursion limit exceeded"));
    if too_deep {
        return Problem::new(Code::TooDeep, "the body is nested deeper than 128 levels");
    }
    let deserializer = &mut serde_json::Deserializer::from_slice(body);
    match serde_path_to_error::deserialize::<_, T>(deserializer) {
        Ok(_) => Problem::new(Code::InvalidRequest, "the body does not fit the schema"),
        Err(error) => {
            let message = error.inner().to_string();
            let message = message
                .rsplit_once(" at line ")
                .map_or(message.as_str(), |(message, _)| message);
            let place = pointer(error.path(), message);
            Problem::at(Code::InvalidRequest, place, in_json(split(message).1))
        }
    }
}

/// What serde says, in the words of JSON.
fn in_json(message: &str) -> String {
    message
        .replace("invalid type: map", "invalid type: object")
        .replace("invalid type: sequence", "invalid type: array")
        .replace("expected a sequence", "expected an array")
        .replace(
            "number out of range",
            "a number larger than any field takes",
        )
}
