// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** Trino's file systems and users, as stores of indexes want them. */
package io.skipping.trino.core.store;
