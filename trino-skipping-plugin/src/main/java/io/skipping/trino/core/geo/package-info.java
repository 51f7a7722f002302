// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** Conditions on places: what follows from them for the columns that places are made of. */
package io.skipping.trino.core.geo;
