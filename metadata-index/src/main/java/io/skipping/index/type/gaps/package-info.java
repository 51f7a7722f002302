// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/**
 * Keeps the widest gaps between the values of a range. They decide comparisons where the bounds are far apart and most
 * of the space between them is empty.
 */
package io.skipping.index.type.gaps;
