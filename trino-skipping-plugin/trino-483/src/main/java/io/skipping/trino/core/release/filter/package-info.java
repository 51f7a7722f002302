// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** Reads from Trino 483 the filters that it evaluates above scans. */
package io.skipping.trino.core.release.filter;
