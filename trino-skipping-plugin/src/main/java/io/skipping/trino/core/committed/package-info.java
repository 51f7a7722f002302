// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** Finds the manifests of commits in a listing of files. */
package io.skipping.trino.core.committed;
