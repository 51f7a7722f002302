// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/**
 * Derives values from a column's values: fields of rows, values of maps, elements of arrays, and text read as numbers
 * or times.
 */
package io.skipping.trino.core.path;
