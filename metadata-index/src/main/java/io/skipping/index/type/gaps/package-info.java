// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** The widest gaps between the values of a range. They decide comparisons where bounds are far apart and most between them is empty. */
package io.skipping.index.type.gaps;
