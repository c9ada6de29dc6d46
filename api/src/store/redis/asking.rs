//! What a Redis is asked, and what its refusals mean.

use redis::{
    Cmd, ErrorKind, FromRedisValue, Pipeline, RedisError, RedisResult, Script, ServerErrorKind,
};

use super::server::Connection;

/// What Redis is asked.
#[derive(Clone, Copy)]
pub(super) enum Asking<'a> {
    One(&'a Cmd),
    Several(&'a Pipeline),
    /// To run a script, by its hash; where it does not know it, it is taught it first.
    Run(&'a Script, &'a Cmd),
}

impl Asking<'_> {
    pub(super) async fn by<T: FromRedisValue>(self, connection: &mut Connection) -> RedisResult<T> {
        match self {
            Self::One(command) => command.query_async(connection).await,
            Self::Several(commands) => commands.query_async(connection).await,
            Self::Run(script, call) => match call.query_async(connection).await {
                Err(error) if error.kind() == ErrorKind::Server(ServerErrorKind::NoScript) => {
                    script.load_async(connection).await?;
                    call.query_async(connection).await
                }
                answered => answered,
            },
        }
    }
}

/// Whether an error says that a connection is of no more use, and not only that something is refused.
pub(super) fn is_of_connection(error: &RedisError) -> bool {
    let is_answer = matches!(
        error.kind(),
        ErrorKind::Server(_) | ErrorKind::Extension | ErrorKind::UnexpectedReturnType
    );
    let is_no_master = matches!(
        error.kind(),
        ErrorKind::Server(ServerErrorKind::ReadOnly | ServerErrorKind::MasterDown)
    );
    !is_answer || is_no_master
}
