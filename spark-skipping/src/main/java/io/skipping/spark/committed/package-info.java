// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** Decides which files count, by the manifests of the committer. */
package io.skipping.spark.committed;
