// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/**
 * The manifest: what it says, how it is written, and how one generation follows from another. No store is asked here; the format is specified in
 * {@code docs/committer-protocol.md}.
 */
package io.skipping.committer.manifest;
