//! How Redis is reached: one server, a cluster, or a master that sentinels watch over.

use std::time::Duration;

use redis::aio::{ConnectionLike, MultiplexedConnection};
use redis::cluster::ClusterClient;
use redis::cluster_async::ClusterConnection;
use redis::sentinel::{Sentinel, SentinelNodeConnectionInfo};
use redis::{
    AsyncConnectionConfig, Client, Cmd, ConnectionAddr, IntoConnectionInfo, Pipeline, RedisError,
    RedisFuture, RedisResult, TlsMode, Value,
};
use thread_local::ThreadLocal;
use tokio::sync::{Mutex, Notify};

use super::PATIENCE;

/// How long a try to connect may take.
const CONNECT: Duration = Duration::from_millis(400);

/// How often the sentinels are asked who is master.
const FOLLOW: Duration = Duration::from_millis(500);

/// Where Redis is, and the connection that is kept to it. Of one server each worker thread has its own, whose
/// answers wake no other thread.
pub(super) enum Server {
    One(Client, Box<ThreadLocal<Kept<MultiplexedConnection>>>),
    Cluster(Vec<String>, Box<ClusterClient>, Kept<ClusterConnection>),
    Watched(Watched, Kept<Followed>),
}

/// A connection to whoever is master, and where that is.
#[derive(Clone)]
pub(super) struct Followed {
    at: ConnectionAddr,
    connection: MultiplexedConnection,
}

/// A master, and the sentinels that know which server it is.
pub(super) struct Watched {
    sentinels: Vec<String>,
    name: String,
    reached: SentinelNodeConnectionInfo,
    /// Wakes those who listen to a master that another one has replaced.
    moved: Notify,
}

/// A connection that is kept until it fails: which one it is, since those who share it all see it fail, and the next
/// one is not to be forgotten for it.
pub(super) struct Kept<C>(Mutex<(u64, Option<C>)>);

impl<C> Default for Kept<C> {
    fn default() -> Self {
        Self(Mutex::new((0, None)))
    }
}

impl<C: Clone> Kept<C> {
    /// The connection there is, or a new one.
    async fn or(&self, connect: impl AsyncFnOnce() -> RedisResult<C>) -> RedisResult<(u64, C)> {
        let (number, kept) = &mut *self.0.lock().await;
        if let Some(connection) = kept {
            return Ok((*number, connection.clone()));
        }
        let connection = connect().await?;
        *number += 1;
        Ok((*number, kept.insert(connection).clone()))
    }

    /// Forgets the connection of this number.
    async fn forget(&self, failed: u64) {
        let (number, kept) = &mut *self.0.lock().await;
        if *number == failed {
            *kept = None;
        }
    }

    /// Forgets the connection if it is such a one; whether it was.
    async fn forget_if(&self, is_such: impl FnOnce(&C) -> bool) -> bool {
        let (_, kept) = &mut *self.0.lock().await;
        kept.take_if(|connection| is_such(connection)).is_some()
    }
}

/// A connection, whichever way Redis is reached.
pub(super) enum Connection {
    One(MultiplexedConnection),
    Cluster(ClusterConnection),
}

impl ConnectionLike for Connection {
    fn req_packed_command<'a>(&'a mut self, cmd: &'a Cmd) -> RedisFuture<'a, Value> {
        match self {
            Self::One(connection) => connection.req_packed_command(cmd),
            Self::Cluster(connection) => connection.req_packed_command(cmd),
        }
    }

    fn req_packed_commands<'a>(
        &'a mut self,
        cmd: &'a Pipeline,
        offset: usize,
        count: usize,
    ) -> RedisFuture<'a, Vec<Value>> {
        match self {
            Self::One(connection) => connection.req_packed_commands(cmd, offset, count),
            Self::Cluster(connection) => connection.req_packed_commands(cmd, offset, count),
        }
    }

    fn get_db(&self) -> i64 {
        0
    }
}

/// What stands in an address after `redis[s][+KIND]`: `[USER:PASSWORD@]HOST,HOST…[/NAME]`.
struct Address<'u> {
    scheme: &'u str,
    login: &'u str,
    hosts: Vec<&'u str>,
    name: &'u str,
}

impl<'u> Address<'u> {
    fn of(scheme: &'u str, rest: &'u str) -> Self {
        let (rest, name) = rest.split_once('/').unwrap_or((rest, ""));
        let (login, hosts) = match rest.rsplit_once('@') {
            Some((_, hosts)) => rest.split_at(rest.len() - hosts.len()),
            None => ("", rest),
        };
        let hosts = hosts.split(',').filter(|host| !host.is_empty());
        Self {
            scheme,
            login,
            hosts: hosts.collect(),
            name,
        }
    }

    fn urls(&self, login: &str) -> Vec<String> {
        let hosts = self.hosts.iter();
        hosts
            .map(|host| format!("{}://{login}{host}", self.scheme))
            .collect()
    }
}

/// Connects. How long an answer may take, whoever asks knows.
async fn connect(client: &Client) -> RedisResult<MultiplexedConnection> {
    let config = AsyncConnectionConfig::new()
        .set_connection_timeout(Some(CONNECT))
        .set_response_timeout(None)
        .set_pipeline_buffer_size(1024);
    client
        .get_multiplexed_async_connection_with_config(&config)
        .await
}

impl Server {
    /// Reads an address: `redis://…`, `redis+cluster://HOST,HOST…` or `redis+sentinel://HOST,HOST…/MASTER`, with
    /// `rediss` in place of `redis` over TLS.
    ///
    /// # Errors
    /// A sentence that says what is wrong with it, without its password.
    pub(super) fn of(url: &str) -> Result<Self, String> {
        let (kind, rest) = url.split_once("://").unwrap_or((url, ""));
        let wrong = |error: RedisError| {
            format!("the address of Redis: {error}; in a password `/` is %2F and `@` is %40")
        };
        let (scheme, kind) = kind.split_once('+').unwrap_or((kind, ""));
        if scheme == "rediss" {
            // Another one that was there before will do too.
            rustls::crypto::ring::default_provider()
                .install_default()
                .ok();
        }
        let address = Address::of(scheme, rest);
        match kind {
            "cluster" => {
                let nodes = address.urls(address.login);
                let client = ClusterClient::builder(nodes.clone())
                    .retries(2)
                    .connection_timeout(CONNECT)
                    .response_timeout(PATIENCE)
                    .build();
                let client = Box::new(client.map_err(wrong)?);
                Ok(Self::Cluster(nodes, client, Kept::default()))
            }
            "sentinel" if address.name.is_empty() => Err(
                "the name of the master is missing, as in redis+sentinel://host,host/master"
                    .to_owned(),
            ),
            "sentinel" => {
                let login = format!("redis://{}localhost", address.login);
                let login = login.into_connection_info().map_err(wrong)?;
                let reached = SentinelNodeConnectionInfo::default()
                    .set_redis_connection_info(login.redis_settings().clone());
                let watched = Watched {
                    sentinels: address.urls(""),
                    name: address.name.to_owned(),
                    reached: if scheme == "rediss" {
                        reached.set_tls_mode(TlsMode::Secure)
                    } else {
                        reached
                    },
                    moved: Notify::new(),
                };
                Ok(Self::Watched(watched, Kept::default()))
            }
            _ if address.hosts.len() > 1 => Err(
                "several hosts are a cluster, or sentinels: redis+cluster://… or redis+sentinel://…/MASTER"
                    .to_owned(),
            ),
            _ => {
                let client = Client::open(url).map_err(wrong)?;
                Ok(Self::One(client, Box::default()))
            }
        }
    }

    /// The connection that is kept, or a new one; and its number.
    pub(super) async fn connect(&self) -> RedisResult<(u64, Connection)> {
        match self {
            Self::One(client, kept) => {
                let kept = kept.get_or_default();
                let (number, connection) = kept.or(async || connect(client).await).await?;
                Ok((number, Connection::One(connection)))
            }
            Self::Cluster(_, client, kept) => {
                let connect = async || client.get_async_connection().await;
                let (number, connection) = kept.or(connect).await?;
                Ok((number, Connection::Cluster(connection)))
            }
            Self::Watched(master, kept) => {
                let connect = async || {
                    let client = master.find().await?;
                    let connection = connect(&client).await?;
                    let at = address(&client);
                    Ok(Followed { at, connection })
                };
                let (number, followed) = kept.or(connect).await?;
                Ok((number, Connection::One(followed.connection)))
            }
        }
    }

    /// Forgets a connection that failed, so that the next one is to whoever is master then.
    pub(super) async fn forget(&self, failed: u64) {
        match self {
            Self::One(_, kept) => kept.get_or_default().forget(failed).await,
            Self::Cluster(_, _, kept) => kept.forget(failed).await,
            Self::Watched(_, kept) => kept.forget(failed).await,
        }
    }

    /// Follows the master that the sentinels name, for ever: one that was replaced takes writes, which are lost,
    /// until it is told.
    pub(super) async fn follow(&self) {
        let Self::Watched(master, kept) = self else {
            return;
        };
        loop {
            tokio::time::sleep(FOLLOW).await;
            let Ok(Ok(found)) = tokio::time::timeout(PATIENCE, master.find()).await else {
                continue;
            };
            let named = address(&found);
            if kept.forget_if(|followed| followed.at != named).await {
                master.moved.notify_waiters();
            }
        }
    }

    /// Waits until another master is followed.
    pub(super) async fn moved(&self) {
        match self {
            Self::One(..) | Self::Cluster(..) => std::future::pending().await,
            Self::Watched(master, _) => master.moved.notified().await,
        }
    }

    /// Whether sentinels watch over it.
    pub(super) fn is_watched(&self) -> bool {
        matches!(self, Self::Watched(..))
    }

    /// The server to listen to for changes: in a cluster any will do.
    pub(super) async fn listen_to(&self) -> RedisResult<Client> {
        match self {
            Self::One(client, _) => Ok(client.clone()),
            Self::Cluster(nodes, ..) => {
                for node in nodes {
                    let client = Client::open(node.as_str())?;
                    let reached = client.get_multiplexed_async_connection().await;
                    if reached.is_ok() {
                        return Ok(client);
                    }
                }
                Err(RedisError::from(std::io::Error::other(
                    "no node of the cluster answers",
                )))
            }
            Self::Watched(master, _) => master.find().await,
        }
    }
}

fn address(client: &Client) -> ConnectionAddr {
    client.get_connection_info().addr().clone()
}

impl Watched {
    async fn find(&self) -> RedisResult<Client> {
        let sentinels = self.sentinels.iter().map(String::as_str).collect();
        let mut sentinel = Sentinel::build(sentinels)?;
        sentinel
            .async_master_for(&self.name, Some(&self.reached))
            .await
    }
}

#[cfg(test)]
mod tests {
    use super::Address;

    #[test]
    fn an_address_has_a_login_hosts_and_a_name() {
        let address = Address::of("rediss", "u:p%40ss@one:1,two:2/fights");
        assert_eq!(
            address.urls(address.login),
            ["rediss://u:p%40ss@one:1", "rediss://u:p%40ss@two:2"]
        );
        assert_eq!(address.urls(""), ["rediss://one:1", "rediss://two:2"]);
        assert_eq!(address.name, "fights");
        let plain = Address::of("redis", "one");
        assert_eq!(
            (plain.login, plain.urls(plain.login), plain.name),
            ("", vec!["redis://one".to_owned()], "")
        );
    }
}
