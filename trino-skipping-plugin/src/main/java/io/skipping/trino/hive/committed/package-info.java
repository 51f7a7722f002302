// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/**
 * Leaves out files that no commit manifest counts, while Hive lists objects. {@code docs/committer-protocol.md} defines
 * which files count; {@code io.skipping.committer} decides it.
 */
package io.skipping.trino.hive.committed;
