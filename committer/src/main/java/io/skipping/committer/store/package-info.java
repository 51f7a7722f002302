// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** What the protocol asks of a store, and how Hadoop's file systems give it. */
package io.skipping.committer.store;
