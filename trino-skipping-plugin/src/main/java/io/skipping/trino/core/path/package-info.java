// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** Values got from a column's values: fields of rows, values of maps, elements of arrays, text read as a number or a time. */
package io.skipping.trino.core.path;
