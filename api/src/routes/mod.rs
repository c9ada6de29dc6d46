//! Every route once, in the order of the URLs.

use actix_web::web::{self, ServiceConfig, get, head, post, resource, scope};

pub(crate) mod encounters;
pub(crate) mod futile_kingdoms;
pub(crate) mod gurps;
pub(crate) mod karmic;
pub(crate) mod momentum;
pub(crate) mod rulesets;
pub(crate) mod service;

/// Registers every route.
///
/// A resource knows its methods, so that a wrong one is answered with 405 and `Allow`. Each game stands in a scope,
/// whose beginning is compared first, and so does what has a pattern in its path: to compare is dear.
pub(crate) fn all(service: &mut ServiceConfig) {
    service
        .service(read("/", service::landing_page))
        .service(read("/healthz", service::healthz))
        .service(read("/readyz", service::readyz))
        .service(read("/openapi.json", service::openapi))
        .service(scope("/problems").service(read("/{code}", service::problem)))
        .service(
            scope("/v1/rulesets")
                .service(read("", rulesets::list_rulesets))
                .service(read("/{ruleset}", rulesets::show_ruleset)),
        )
        .service(scope("/v1/futile-kingdoms").configure(futile_kingdoms::routes))
        .service(scope("/v1/gurps").configure(gurps::routes))
        .service(scope("/v1/karmic").configure(karmic::routes))
        .service(scope("/v1/momentum").configure(momentum::routes))
        .service(web::redirect("/swagger-ui", "/swagger-ui/"))
        .service(service::swagger_ui())
        .service(resource("/swagger-ui/{_:.*}").to(service::only_read))
        .default_service(web::to(service::not_found));
}

/// A resource that is read.
pub(crate) fn read<F, Args>(path: &str, handler: F) -> actix_web::Resource
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
pub(crate) fn ask<F, Args>(path: &str, handler: F) -> actix_web::Resource
where
    F: actix_web::Handler<Args>,
    Args: actix_web::FromRequest + 'static,
    F::Output: actix_web::Responder + 'static,
{
    resource(path).route(post().to(handler))
}

/// Declares a verb of a game: a module with its typed handlers over the generic middle, and with
/// their part of the spec. `single` answers a request, `batch` many; a verb that is `rolled` has
/// `odds` too, and so may one that is `reckoned`, of what it is reckoned for.
macro_rules! verb {
    ($(#[doc = $doc:literal])+ reckoned $name:ident: $request:ty => $answer:ty,
        $game:literal, $path:literal, $operation:literal, $tag:literal) => {
        pub(crate) mod $name {
            use super::*;

            $crate::routes::handlers! { $(#[doc = $doc])+ reckoned: $request => $answer, $game, $path, $operation, $tag }

            /// Registers the verb.
            pub(crate) fn register(service: &mut actix_web::web::ServiceConfig) {
                service
                    .service($crate::routes::ask($path, single))
                    .service($crate::routes::ask(concat!($path, "/batch"), batch));
            }
        }
    };
    ($(#[doc = $doc:literal])+ rolled $name:ident: $request:ty => $answer:ty, odds $odds:ty,
        $game:literal, $path:literal, $operation:literal, $tag:literal) => {
        $crate::routes::verb! {
            $(#[doc = $doc])+ rolled $name: $request => $answer, odds $request => $odds,
            $game, $path, $operation, $tag
        }
    };
    ($(#[doc = $doc:literal])+ $play:ident $name:ident: $request:ty => $answer:ty, odds $asked:ty => $odds:ty,
        $game:literal, $path:literal, $operation:literal, $tag:literal) => {
        pub(crate) mod $name {
            use super::*;

            $crate::routes::handlers! { $(#[doc = $doc])+ $play: $request => $answer, $game, $path, $operation, $tag }

            /// The exact odds of it
            ///
            /// How likely each outcome is, in whole numbers, by the same rules and without any dice.
            /// The request is the same, without `dice`.
            #[utoipa::path(
                post,
                path = concat!($game, $path, "/odds"),
                operation_id = concat!($operation, "_odds"),
                tag = $tag,
                request_body = $request,
                responses((status = 200, description = "The odds.", body = $odds))
            )]
            pub(crate) async fn odds(
                body: $crate::body::Body,
            ) -> Result<actix_web::HttpResponse, $crate::problem::Problem> {
                $crate::odds::odds::<$asked>(body).await
            }

            /// Registers the verb.
            pub(crate) fn register(service: &mut actix_web::web::ServiceConfig) {
                service
                    .service($crate::routes::ask($path, single))
                    .service($crate::routes::ask(concat!($path, "/odds"), odds))
                    .service($crate::routes::ask(concat!($path, "/batch"), batch));
            }
        }
    };
}

/// The handlers that every verb has.
macro_rules! handlers {
    ($(#[doc = $doc:literal])+ $play:ident: $request:ty => $answer:ty, $game:literal, $path:literal, $operation:literal, $tag:literal) => {
        $(#[doc = $doc])+
        #[utoipa::path(
            post,
            path = concat!($game, $path),
            operation_id = $operation,
            tag = $tag,
            request_body = $request,
            responses((status = 200, description = "The answer.", body = $answer))
        )]
        pub(crate) async fn single(
            body: $crate::body::Body,
        ) -> Result<actix_web::HttpResponse, $crate::problem::Problem> {
            $crate::play::$play::<$request>(body).await
        }

        // utoipa writes out type parameters; behind these names it sees none.
        type Requests = $crate::batch::BatchOf<$request>;
        type Results = $crate::batch::ResultsOf<$answer>;

        /// Many of it in one call
        ///
        /// Up to 1000 requests, each answered as by itself, in order. A bad one harms no other: its
        /// result is its problem.
        #[utoipa::path(
            post,
            path = concat!($game, $path, "/batch"),
            operation_id = concat!($operation, "_batch"),
            tag = $tag,
            request_body = Requests,
            responses((status = 200, description = "The results.", body = Results))
        )]
        pub(crate) async fn batch(
            body: $crate::body::Body<{ $crate::batch::LIMIT }>,
        ) -> Result<actix_web::HttpResponse, $crate::problem::Problem> {
            $crate::batch::$play::<$request>(body).await
        }
    };
}

pub(crate) use {handlers, verb};
