//! `/v1/{game}/encounters…`: the same routes for each game, with its own types.

/// Declares the routes of a game's encounters: a module with typed handlers over the generic part, and with
/// their part of the spec.
macro_rules! encounters {
    ($encounter:ty, $game:literal, $path:literal, $operation:literal, $tag:literal) => {
        pub(crate) mod encounters {
            use actix_web::web::{self, Data, Path, ServiceConfig, get, head, post, resource, scope};
            use actix_web::{HttpRequest, HttpResponse};

            use super::*;
            use crate::body::Body;
            use crate::encounters::{self, Encounters, Proof, TicketAnswer, TokenAnswer};
            use crate::problem::Problem;

            type Creation = encounters::Creation<$encounter>;
            type Created = encounters::Created<'static, $encounter>;
            type Answer = encounters::EncounterAnswer<'static, $encounter>;
            type Accepted = encounters::CommandAnswer<'static, $encounter>;
            type Page = encounters::PageOf<$encounter>;
            type Command = <<$encounter as encounters::Served>::Spec as encounters::ServedSpec>::Command;

            /// Begin an encounter
            ///
            /// A fight that is kept, and shared by the GM and the players' seats. The answer has a token
            /// for each, which is shown this once. A token is needed for it only where the service was started
            /// with --create-token.
            #[utoipa::path(
                post,
                path = concat!($game, $path),
                operation_id = concat!($operation, "_create_encounter"),
                tag = $tag,
                security((), ("token" = [])),
                request_body = Creation,
                responses((
                    status = 201,
                    description = "The encounter, with its tokens.",
                    body = Created,
                    headers(
                        ("Location" = String, description = "Where the encounter is."),
                        ("ETag" = String, description = "The revision."),
                    )
                ))
            )]
            pub(crate) async fn create(
                request: HttpRequest,
                encounters: Data<Encounters>,
                body: Body,
            ) -> Result<HttpResponse, Problem> {
                encounters::create::<$encounter>(request, encounters, body).await
            }

            /// Look at an encounter
            ///
            /// The state, as this token may see it. `If-None-Match` with the last ETag answers 304 where
            /// nothing has happened.
            #[utoipa::path(
                get,
                path = concat!($game, $path, "/{id}"),
                operation_id = concat!($operation, "_show_encounter"),
                tag = $tag,
                params(encounters::EncounterId, encounters::LookHeaders),
                security(("token" = [])),
                responses(
                    (
                        status = 200,
                        description = "The encounter.",
                        body = Answer,
                        headers(("ETag" = String, description = "The revision."))
                    ),
                    (
                        status = 304,
                        description = "Nothing has happened since.",
                        headers(("ETag" = String, description = "The revision."))
                    )
                )
            )]
            pub(crate) async fn show(
                request: HttpRequest,
                id: Path<String>,
                encounters: Data<Encounters>,
            ) -> Result<HttpResponse, Problem> {
                encounters::show::<$encounter>(request, id, encounters).await
            }

            /// Delete an encounter
            ///
            /// For ever. The GM's.
            #[utoipa::path(
                delete,
                path = concat!($game, $path, "/{id}"),
                operation_id = concat!($operation, "_delete_encounter"),
                tag = $tag,
                params(encounters::EncounterId),
                security(("token" = [])),
                responses((status = 204, description = "It is deleted."))
            )]
            pub(crate) async fn delete(
                request: HttpRequest,
                id: Path<String>,
                encounters: Data<Encounters>,
            ) -> Result<HttpResponse, Problem> {
                encounters::delete::<$encounter>(request, id, encounters).await
            }

            /// Give a command
            ///
            /// One command, by the rules. Under an `Idempotency-Key` the same command does what it does
            /// once, and gives the same answer again. With `If-Match` it is obeyed on that revision only.
            #[utoipa::path(
                post,
                path = concat!($game, $path, "/{id}/commands"),
                operation_id = concat!($operation, "_command"),
                tag = $tag,
                params(encounters::EncounterId, encounters::CommandHeaders),
                security(("token" = [])),
                request_body = Command,
                responses((
                    status = 200,
                    description = "It is done.",
                    body = Accepted,
                    headers(("ETag" = String, description = "The revision."))
                ))
            )]
            pub(crate) async fn command(
                request: HttpRequest,
                id: Path<String>,
                encounters: Data<Encounters>,
                body: Body,
            ) -> Result<HttpResponse, Problem> {
                encounters::command::<$encounter>(request, id, encounters, body).await
            }

            /// Read the log
            ///
            /// The events after a revision, about 500 a page.
            #[utoipa::path(
                get,
                path = concat!($game, $path, "/{id}/events"),
                operation_id = concat!($operation, "_events"),
                tag = $tag,
                params(encounters::EncounterId, encounters::AfterParameter),
                security(("token" = [])),
                responses((status = 200, description = "A page of the log.", body = Page))
            )]
            pub(crate) async fn events(
                request: HttpRequest,
                id: Path<String>,
                encounters: Data<Encounters>,
            ) -> Result<HttpResponse, Problem> {
                encounters::events::<$encounter>(request, id, encounters).await
            }

            /// Read the log live
            ///
            /// The same events, as server-sent events: `id` is revision and index, `data` the event. After
            /// an interruption `Last-Event-ID` goes on without gap or repeat. Without either it begins with
            /// what happens next. A place beyond the log is a 412: a store has lost what was told, and the log
            /// is to be read again from the beginning.
            #[utoipa::path(
                get,
                path = concat!($game, $path, "/{id}/stream"),
                operation_id = concat!($operation, "_stream"),
                tag = $tag,
                params(encounters::EncounterId, encounters::StreamParameters, encounters::StreamHeaders),
                security(("token" = []), ()),
                responses((
                    status = 200,
                    description = "The events, one after the other.",
                    body = String,
                    content_type = "text/event-stream"
                ))
            )]
            pub(crate) async fn stream(
                request: HttpRequest,
                id: Path<String>,
                encounters: Data<Encounters>,
            ) -> Result<HttpResponse, Problem> {
                encounters::stream::<$encounter>(request, id, encounters).await
            }

            /// Get a ticket for a stream
            ///
            /// A browser's EventSource cannot send a token: a ticket opens one stream, as `?ticket=`.
            #[utoipa::path(
                post,
                path = concat!($game, $path, "/{id}/stream-tickets"),
                operation_id = concat!($operation, "_stream_ticket"),
                tag = $tag,
                params(encounters::EncounterId),
                security(("token" = [])),
                responses((status = 201, description = "A ticket.", body = TicketAnswer))
            )]
            pub(crate) async fn ticket(
                request: HttpRequest,
                id: Path<String>,
                encounters: Data<Encounters>,
            ) -> Result<HttpResponse, Problem> {
                encounters::ticket::<$encounter>(request, id, encounters).await
            }

            /// Renew a token
            ///
            /// A new token for a seat, or for the GM. The old one is no longer known, nor are its streams
            /// and tickets. It is shown this once, and no `Idempotency-Key` gives it again: tokens are not
            /// kept. The GM's.
            #[utoipa::path(
                post,
                path = concat!($game, $path, "/{id}/seats/{seat}/token"),
                operation_id = concat!($operation, "_renew_token"),
                tag = $tag,
                params(encounters::EncounterId, encounters::SeatParameter),
                security(("token" = [])),
                responses((
                    status = 200,
                    description = "The new token.",
                    body = TokenAnswer,
                    headers(("ETag" = String, description = "The revision."))
                ))
            )]
            pub(crate) async fn renew(
                request: HttpRequest,
                path: Path<(String, String)>,
                encounters: Data<Encounters>,
            ) -> Result<HttpResponse, Problem> {
                encounters::renew::<$encounter>(request, path, encounters).await
            }

            /// Prove the luck
            ///
            /// Of a closed encounter: the seed, and every draw from it.
            #[utoipa::path(
                get,
                path = concat!($game, $path, "/{id}/proof"),
                operation_id = concat!($operation, "_proof"),
                tag = $tag,
                params(encounters::EncounterId),
                security(("token" = [])),
                responses((status = 200, description = "The proof.", body = Proof))
            )]
            pub(crate) async fn proof(
                request: HttpRequest,
                id: Path<String>,
                encounters: Data<Encounters>,
            ) -> Result<HttpResponse, Problem> {
                encounters::proof::<$encounter>(request, id, encounters).await
            }

            /// Registers the routes. Scopes, so that a path is compared with one pattern and not with
            /// those of all games.
            pub(crate) fn register(service: &mut ServiceConfig) {
                let one = scope("/{id}")
                    .service(resource("/commands").route(post().to(command)))
                    .service(
                        resource("")
                            .route(get().to(show))
                            .route(head().to(show))
                            .route(web::delete().to(delete)),
                    )
                    .service($crate::routes::read("/events", events))
                    .service($crate::routes::read("/stream", stream))
                    .service($crate::routes::ask("/stream-tickets", ticket))
                    .service($crate::routes::ask("/seats/{seat}/token", renew))
                    .service($crate::routes::read("/proof", proof));
                let all = scope($path)
                    .service($crate::routes::ask("", create))
                    .service(one);
                service.service(all);
            }
        }
    };
}

pub(crate) use encounters;
