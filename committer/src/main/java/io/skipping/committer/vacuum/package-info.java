// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** Finds and deletes objects that no data set needs any more. */
package io.skipping.committer.vacuum;
