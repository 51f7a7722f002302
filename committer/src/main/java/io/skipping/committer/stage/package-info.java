// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** The steps of the protocol, over a {@link io.skipping.committer.store.Store}. Each is specified in {@code docs/committer-protocol.md}. */
package io.skipping.committer.stage;
