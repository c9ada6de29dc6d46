//! Settings of a Redis that may lose what it has acknowledged.

use std::collections::HashMap;

/// What is to be warned of, by the settings of a Redis, and whether sentinels watch over it.
pub(super) fn warnings(settings: &HashMap<String, String>, is_watched: bool) -> Vec<String> {
    let is = |name: &str, value: &str| settings.get(name).is_some_and(|set| set == value);
    let mut warnings = Vec::new();
    if is("appendonly", "no") {
        warnings.push(
            "Redis runs without append-only file: what it acknowledges is lost when it is killed; set \
             appendonly yes"
                .to_owned(),
        );
    } else if is("appendfsync", "no") {
        warnings.push(
            "Redis leaves it to the system when to write (appendfsync no): a power cut loses half a minute; \
             set appendfsync always"
                .to_owned(),
        );
    }
    if let Some(policy) = settings.get("maxmemory-policy")
        && policy != "noeviction"
    {
        warnings.push(format!(
            "Redis may evict encounters when memory is short ({policy}); set maxmemory-policy noeviction"
        ));
    }
    if is_watched && is("min-replicas-to-write", "0") {
        warnings.push(
            "a master that was replaced takes writes until it knows, and they are lost; set \
             min-replicas-to-write 1"
                .to_owned(),
        );
    }
    warnings
}
