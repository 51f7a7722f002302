// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** Asks a listing of files for the manifests of commits among them. */
package io.skipping.trino.core.committed;
