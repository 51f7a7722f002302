// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** Which objects of a folder are data, by the manifests in it. Knows no Hadoop: a reader of any engine lists files and reads manifests. */
package io.skipping.committer.data;
