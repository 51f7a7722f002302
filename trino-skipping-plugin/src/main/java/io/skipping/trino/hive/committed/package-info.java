// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/**
 * Leaves out what no manifest of a commit counts, while Hive lists objects. What counts is defined in
 * {@code docs/committer-protocol.md}, and decided by {@code io.skipping.committer}.
 */
package io.skipping.trino.hive.committed;
