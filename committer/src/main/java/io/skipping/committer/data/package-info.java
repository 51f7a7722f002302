// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/**
 * Decides which objects of a folder are data, by the manifests in it. This package does not depend on Hadoop: a reader
 * of any engine lists files and reads manifests.
 */
package io.skipping.committer.data;
