// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** Tracks what the user of a statement may see of a table. */
package io.skipping.trino.core.rights;
