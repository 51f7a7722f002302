// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** Translates conditions on locations into predicates on the columns from which the locations are made. */
package io.skipping.trino.core.geo;
