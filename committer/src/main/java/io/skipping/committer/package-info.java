// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/**
 * Commits the output of jobs without renames: what Hadoop calls, on top of the steps of the protocol ({@link
 * io.skipping.committer.stage}). {@code docs/committer-protocol.md} specifies it.
 */
package io.skipping.committer;
