//! How Redis is reached: one server, a cluster, or a master that sentinels watch over.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use futures_util::FutureExt;
use futures_util::future::{BoxFuture, Shared};
use redis::aio::{ConnectionLike, MultiplexedConnection};
use redis::cluster::ClusterClient;
use redis::cluster_async::ClusterConnection;
use redis::sentinel::{Sentinel, SentinelNodeConnectionInfo};
use redis::{
    AsyncConnectionConfig, Client, Cmd, ConnectionAddr, IntoConnectionInfo, Pipeline, RedisError,
    RedisFuture, RedisResult, TlsMode, Value,
};
use thread_local::ThreadLocal;
use tokio::sync::Notify;

use super::PATIENCE;

/// How long a try to connect may take.
const CONNECT: Duration = Duration::from_millis(400);

/// How often the sentinels are asked who is master.
const FOLLOW: Duration = Duration::from_millis(500);

/// How long it may take to reach whoever serves: several servers may have to be asked who that is.
const REACH: Duration = Duration::from_secs(2);

/// Where Redis is, and the connection that is held to it. Of one server each worker thread has its own, whose
/// answers wake no other thread.
pub(super) enum Server {
    One(Client, Box<ThreadLocal<Held>>),
    Cluster(Vec<String>, Arc<ClusterClient>, Held),
    Watched(Arc<Watched>, Held),
}

/// A master, and the sentinels that know which server it is.
pub(super) struct Watched {
    sentinels: Vec<String>,
    name: String,
    reached: SentinelNodeConnectionInfo,
    /// Wakes those who listen to a master that another one has replaced.
    moved: Notify,
}

/// A connection, whichever way Redis is reached.
#[derive(Clone)]
pub(super) enum Connection {
    One(MultiplexedConnection),
    Cluster(ClusterConnection),
}

/// A connection that was made, and to which server, where that may be another one later.
#[derive(Clone)]
pub(super) struct Reached {
    at: Option<ConnectionAddr>,
    pub(super) connection: Connection,
}

/// A connection that is made, or is being made, for all who wait for it.
pub(super) type Reaching = Shared<BoxFuture<'static, RedisResult<Reached>>>;

/// The connection that is held until it is lost.
#[derive(Default)]
pub(super) struct Held(Mutex<Option<Reaching>>);

impl Held {
    fn lock(&self) -> MutexGuard<'_, Option<Reaching>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The connection there is, or a new one.
    fn or(&self, reach: impl FnOnce() -> BoxFuture<'static, RedisResult<Reached>>) -> Reaching {
        let mut held = self.lock();
        held.take_if(|held| matches!(held.peek(), Some(Err(_))));
        let begin = || {
            // As a task, which goes on when whoever began it waits no longer: others find it made.
            let reached = tokio::spawn(tokio::time::timeout(REACH, reach()));
            let reached = async {
                let reached = reached.await.map_err(std::io::Error::other)?;
                reached.map_err(std::io::Error::from)?
            };
            reached.boxed().shared()
        };
        held.get_or_insert_with(begin).clone()
    }

    /// Forgets the connection if it is such a one, and says whether it was.
    fn forget(&self, is_such: impl FnOnce(&Reaching) -> bool) -> bool {
        self.lock().take_if(|held| is_such(held)).is_some()
    }
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
async fn connect(client: &Client) -> RedisResult<Reached> {
    let config = AsyncConnectionConfig::new()
        .set_connection_timeout(Some(CONNECT))
        .set_response_timeout(None)
        .set_pipeline_buffer_size(1024);
    let connection = client.get_multiplexed_async_connection_with_config(&config);
    Ok(Reached {
        at: Some(address(client)),
        connection: Connection::One(connection.await?),
    })
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
                // What a lost connection was told may have been done: it is not told again.
                let client = ClusterClient::builder(nodes.clone())
                    .retries(0)
                    .connection_timeout(CONNECT)
                    .response_timeout(PATIENCE)
                    .build();
                let client = Arc::new(client.map_err(wrong)?);
                Ok(Self::Cluster(nodes, client, Held::default()))
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
                Ok(Self::Watched(Arc::new(watched), Held::default()))
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

    fn held(&self) -> &Held {
        match self {
            Self::One(_, held) => held.get_or_default(),
            Self::Cluster(_, _, held) | Self::Watched(_, held) => held,
        }
    }

    /// The connection that is held, or a new one.
    pub(super) fn reach(&self) -> Reaching {
        self.held().or(|| match self {
            Self::One(client, _) => {
                let client = client.clone();
                async move { connect(&client).await }.boxed()
            }
            Self::Cluster(_, client, _) => {
                let client = Arc::clone(client);
                let reached = async move {
                    let connection = client.get_async_connection().await?;
                    Ok(Reached {
                        at: None,
                        connection: Connection::Cluster(connection),
                    })
                };
                reached.boxed()
            }
            Self::Watched(master, _) => {
                let master = Arc::clone(master);
                async move { connect(&master.find().await?).await }.boxed()
            }
        })
    }

    /// Forgets a connection that is lost, so that the next one is to whoever is master then.
    pub(super) fn forget(&self, lost: &Reaching) {
        self.held().forget(|held| held.ptr_eq(lost));
    }

    /// Follows the master that the sentinels name, for ever: one that was replaced takes writes, which are lost,
    /// until it is told.
    pub(super) async fn follow(&self) {
        let Self::Watched(master, held) = self else {
            return;
        };
        loop {
            tokio::time::sleep(FOLLOW).await;
            let Ok(Ok(found)) = tokio::time::timeout(PATIENCE, master.find()).await else {
                continue;
            };
            let named = Some(address(&found));
            let is_another = |held: &Reaching| match held.peek() {
                Some(Ok(reached)) => reached.at != named,
                Some(Err(_)) | None => false,
            };
            if held.forget(is_another) {
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
