// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** Applies users' own knowledge about whole objects, in addition to the index. */
package io.skipping.index.filter;
