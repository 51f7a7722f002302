// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** Adapts Trino's file systems and users to index stores. */
package io.skipping.trino.core.store;
