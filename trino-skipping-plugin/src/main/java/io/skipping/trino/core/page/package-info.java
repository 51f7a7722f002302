// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** Builds pages from rows of plain Java values. */
package io.skipping.trino.core.page;
