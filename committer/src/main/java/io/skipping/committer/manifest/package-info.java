// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/**
 * Defines the manifest: what it says, how it is written, and how one generation follows from another. This package
 * accesses no store. {@code docs/committer-protocol.md} specifies the format.
 */
package io.skipping.committer.manifest;
