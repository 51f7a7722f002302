// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/**
 * Implements the steps of the protocol over a {@link io.skipping.committer.store.Store}. {@code
 * docs/committer-protocol.md} specifies each step.
 */
package io.skipping.committer.stage;
