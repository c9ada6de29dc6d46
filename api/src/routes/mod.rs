//! Every route once, in the order of the URLs.

use actix_web::web::{self, ServiceConfig, get, head, post, resource};

pub(crate) mod futile_kingdoms;
pub(crate) mod rulesets;
pub(crate) mod service;

/// Registers every route.
///
/// A resource knows its methods, so that a wrong one is answered with 405 and `Allow`.
pub(crate) fn all(service: &mut ServiceConfig) {
    service
        .service(read("/", service::landing_page))
        .service(read("/healthz", service::healthz))
        .service(read("/openapi.json", service::openapi))
        .service(read("/problems/{code}", service::problem))
        .service(web::redirect("/swagger-ui", "/swagger-ui/"))
        .service(service::swagger_ui())
        .service(read("/v1/rulesets", rulesets::list_rulesets))
        .service(read("/v1/rulesets/{ruleset}", rulesets::show_ruleset));
    futile_kingdoms::routes(service);
    service.default_service(web::to(service::not_found));
}

/// A resource that is read.
fn read<F, Args>(path: &str, handler: F) -> actix_web::Resource
where
    F: actix_web::Handler<Args> + Clone,
    Args: actix_web::FromRequest + 'static,
    F::Output: actix_web::Responder + 'static,
{
    resource(path)
        .route(get().to(handler.clone()))
        .route(head().to(handler))
}

/// A resource that answers what is posted.
fn ask<F, Args>(path: &str, handler: F) -> actix_web::Resource
where
    F: actix_web::Handler<Args>,
    Args: actix_web::FromRequest + 'static,
    F::Output: actix_web::Responder + 'static,
{
    resource(path).route(post().to(handler))
}

/// Declares a verb of a game: a typed handler over the generic middle, with its part of the spec.
macro_rules! verb {
    ($(#[doc = $doc:literal])+ $play:ident $handler:ident: $request:ty => $answer:ty, $path:literal, $operation:literal, $tag:literal) => {
        $(#[doc = $doc])+
        #[utoipa::path(
            post,
            path = $path,
            operation_id = $operation,
            tag = $tag,
            request_body = $request,
            responses((status = 200, description = "The answer, every number a sum of cited lines.", body = $answer))
        )]
        pub(crate) async fn $handler(
            body: $crate::body::Body,
        ) -> Result<actix_web::HttpResponse, $crate::problem::Problem> {
            $crate::play::$play::<$request>(body).await
        }
    };
}

pub(crate) use verb;
