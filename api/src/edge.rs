//! The outermost layer: request ids in and out, every error a problem document, the log of requests.

use std::time::Instant;

use actix_web::Error;
use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{
    ACCESS_CONTROL_ALLOW_ORIGIN, CONTENT_LENGTH, CONTENT_TYPE, HeaderName, HeaderValue,
};
use actix_web::http::{Method, StatusCode};
use actix_web::middleware::Next;
use tracing::{error, info};

use crate::problem::{Code, MEDIA_TYPE, Problem};

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// What the edge does, by the configuration.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Edge {
    /// Whether each request is logged.
    pub(crate) access_log: bool,
    /// Whether pages of any origin may read the answers.
    pub(crate) any_origin: bool,
}

/// Passes a request on and sees to its answer.
pub(crate) async fn edge(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let id = request_id(&request);
    let edge = request.app_data().copied().unwrap_or(Edge::default());
    let started = edge.access_log.then(Instant::now);

    let mut response = next.call(request).await?.map_into_boxed_body();
    if response.status().is_client_error() || response.status().is_server_error() {
        response = as_problem(response);
        // The CORS layer leaves its own refusals without the header that lets a page read why.
        if edge.any_origin && !response.headers().contains_key(ACCESS_CONTROL_ALLOW_ORIGIN) {
            let any = HeaderValue::from_static("*");
            response
                .headers_mut()
                .insert(ACCESS_CONTROL_ALLOW_ORIGIN, any);
        }
    }
    if response.status().is_server_error() {
        error!(
            request_id = id.to_str().unwrap_or_default(),
            method = %response.request().method(),
            path = response.request().path(),
            status = response.status().as_u16(),
            "a request failed"
        );
    }
    if let Some(started) = started {
        info!(
            request_id = id.to_str().unwrap_or_default(),
            method = %response.request().method(),
            path = response.request().path(),
            status = response.status().as_u16(),
            duration_us = u64::try_from(started.elapsed().as_micros()).unwrap_or(u64::MAX),
            "request"
        );
    }
    response.headers_mut().insert(REQUEST_ID, id);
    Ok(response)
}

/// The caller's request id, if it is one that is safe to log and to send back; else a new one.
fn request_id(request: &ServiceRequest) -> HeaderValue {
    let is_safe = |id: &HeaderValue| {
        let id = id.as_bytes();
        (1..=64).contains(&id.len())
            && id
                .iter()
                .all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(byte))
    };
    match request.headers().get(REQUEST_ID) {
        Some(id) if is_safe(id) => id.clone(),
        Some(_) | None => HeaderValue::from_str(&const_hex::encode(rand::random::<[u8; 16]>()))
            .unwrap_or(HeaderValue::from_static("none")),
    }
}

/// An error answer as a problem document, with the headers that it had.
fn as_problem(response: ServiceResponse<BoxBody>) -> ServiceResponse<BoxBody> {
    let already = response
        .headers()
        .get(CONTENT_TYPE)
        .is_some_and(|kind| kind == MEDIA_TYPE);
    if already {
        return response;
    }
    // What a client did wrong is said in the framework's words; how the service failed is not.
    let error = response.response().error();
    let says = error
        .filter(|_| response.status().is_client_error())
        .map(ToString::to_string)
        .filter(|says| !says.is_empty());
    let preflight = response.request().method() == Method::OPTIONS;
    let problem = match says {
        Some(says) if preflight && response.status() == StatusCode::BAD_REQUEST => Problem::new(
            Code::PreflightRefused,
            format!("{says}; {}", Code::PreflightRefused.text()),
        ),
        says => Problem::of_status(response.status(), says),
    };
    let mut response =
        response.map_body(|_, _| BoxBody::new(serde_json::to_vec(&problem).unwrap_or_default()));
    let headers = response.headers_mut();
    headers.remove(CONTENT_LENGTH);
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(MEDIA_TYPE));
    response
}
