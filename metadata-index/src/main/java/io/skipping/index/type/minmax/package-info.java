// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** Keeps the smallest and the largest value of a range. These bounds decide comparisons where data is clustered. */
package io.skipping.index.type.minmax;
