//! The parameters of the encounters' routes, for the spec.

use utoipa::IntoParams;

/// The encounter.
#[derive(IntoParams)]
#[into_params(parameter_in = Path)]
#[expect(
    dead_code,
    reason = "these are for the spec; the handlers read the path itself"
)]
pub(crate) struct EncounterId {
    /// The encounter's id.
    #[param(max_length = 64, example = "0123456789abcdefghijkl")]
    id: String,
}

/// The seat.
#[derive(IntoParams)]
#[into_params(parameter_in = Path)]
#[expect(
    dead_code,
    reason = "these are for the spec; the handlers read the path itself"
)]
pub(crate) struct SeatParameter {
    /// The seat's name, or `gm`.
    #[param(max_length = 64, example = "gm")]
    seat: String,
}

/// From where the log is read.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
#[expect(
    dead_code,
    reason = "these are for the spec; the handlers read the query itself"
)]
pub(crate) struct AfterParameter {
    /// The revision after which the log is read. Absent: 0, from the beginning.
    #[param(minimum = 0, maximum = 1_000_000, nullable = false)]
    after: Option<u64>,
}

/// What a command depends on.
#[derive(IntoParams)]
#[into_params(parameter_in = Header)]
#[expect(
    dead_code,
    reason = "these are for the spec; the handlers read the headers themselves"
)]
pub(crate) struct CommandHeaders {
    /// The revision to obey on, as an ETag. Absent: the newest.
    #[param(
        rename = "If-Match",
        min_length = 1,
        max_length = 200,
        pattern = r#"^(\*|(W/)?"[!#-~]*"( *, *(W/)?"[!#-~]*")*)$"#,
        nullable = false
    )]
    if_match: Option<String>,
    /// A key under which the same command is obeyed once: 1 to 255 visible ASCII characters.
    #[param(
        rename = "Idempotency-Key",
        min_length = 1,
        max_length = 255,
        pattern = "^[!-~]+$",
        nullable = false
    )]
    idempotency_key: Option<String>,
}

/// What a look depends on.
#[derive(IntoParams)]
#[into_params(parameter_in = Header)]
#[expect(
    dead_code,
    reason = "these are for the spec; the handlers read the headers themselves"
)]
pub(crate) struct LookHeaders {
    /// The last ETag: 304 where nothing has happened since.
    #[param(rename = "If-None-Match", max_length = 200, nullable = false)]
    if_none_match: Option<String>,
}

/// Where a stream goes on.
#[derive(IntoParams)]
#[into_params(parameter_in = Header)]
#[expect(
    dead_code,
    reason = "these are for the spec; the handlers read the headers themselves"
)]
pub(crate) struct StreamHeaders {
    /// The id of the last event that was told: the stream goes on after it. It counts more than `after`.
    #[param(
        rename = "Last-Event-ID",
        max_length = 40,
        pattern = "^[0-9]+-[0-9]+$",
        nullable = false
    )]
    last_event_id: Option<String>,
}

/// Where a stream begins.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
#[expect(
    dead_code,
    reason = "these are for the spec; the handlers read the query itself"
)]
pub(crate) struct StreamParameters {
    /// The revision after which it begins. Absent: with what happens next.
    #[param(minimum = 0, maximum = 1_000_000, nullable = false)]
    after: Option<u64>,
    /// A ticket, in place of a token.
    #[param(max_length = 64, nullable = false)]
    ticket: Option<String>,
}
