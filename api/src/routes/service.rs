//! The service itself: its health, its spec, its pages.

use actix_web::http::header::ContentType;
use actix_web::{HttpResponse, web};
use utoipa_swagger_ui::{Config, SwaggerUi};

use crate::encounters::Encounters;
use crate::openapi::DOCUMENT;
use crate::play::json;
use crate::problem::{Code, Problem};

/// A short page that points at the rest.
pub(crate) async fn landing_page() -> HttpResponse {
    page(
        "Melee",
        "<p>Tabletop melee combat by the book, over HTTP.</p><ul>\
         <li><a href=\"/swagger-ui/\">Try it out</a> in Swagger UI</li>\
         <li><a href=\"/openapi.json\">The OpenAPI document</a></li>\
         <li><a href=\"/v1/rulesets\">The games and their rules</a></li>\
         <li><a href=\"/healthz\">Is it well?</a></li></ul>",
    )
}

/// Whether encounters can be served: 503 where the store cannot be written, once it was asked for. What is to be
/// warned of is listed.
pub(crate) async fn readyz(encounters: web::Data<Encounters>) -> Result<HttpResponse, Problem> {
    let warnings = encounters.ready().await?;
    json(&serde_json::json!({"status": "ready", "warnings": warnings}))
}

/// Says that the service is up.
pub(crate) async fn healthz() -> HttpResponse {
    HttpResponse::Ok()
        .content_type(ContentType::json())
        .body(r#"{"status":"ok"}"#)
}

/// The OpenAPI document.
pub(crate) async fn openapi() -> HttpResponse {
    HttpResponse::Ok()
        .content_type(ContentType::json())
        .body(DOCUMENT)
}

/// A page about one kind of problem.
pub(crate) async fn problem(slug: web::Path<String>) -> Result<HttpResponse, Problem> {
    let code = Code::ALL.iter().find(|code| code.slug() == *slug);
    let code = code.ok_or_else(|| {
        let known: Vec<_> = Code::ALL.iter().map(|code| code.slug()).collect();
        Problem::new(
            Code::NotFound,
            format!("no such problem; there are: {}", known.join(", ")),
        )
    })?;
    Ok(page(
        code.title(),
        &format!(
            "<p>Code <code>{}</code>, status {}.</p><p>{}</p>",
            code.slug(),
            code.status(),
            code.text()
        ),
    ))
}

fn page(title: &str, body: &str) -> HttpResponse {
    HttpResponse::Ok()
        .content_type(ContentType::html())
        .body(format!(
            "<!DOCTYPE html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>{title}</title>\
             </head><body><h1>{title}</h1>{body}</body></html>\n"
        ))
}

/// Swagger UI, over the OpenAPI document.
pub(crate) fn swagger_ui() -> SwaggerUi {
    SwaggerUi::new("/swagger-ui/{_:.*}").config(
        Config::from("/openapi.json")
            .try_it_out_enabled(true)
            .display_request_duration(true),
    )
}

/// Swagger UI knows no method but GET.
pub(crate) async fn only_read() -> HttpResponse {
    HttpResponse::MethodNotAllowed()
        .insert_header(("allow", "GET"))
        .finish()
}

/// Nothing here.
pub(crate) async fn not_found() -> Result<HttpResponse, Problem> {
    Err(Problem::of(Code::NotFound))
}
