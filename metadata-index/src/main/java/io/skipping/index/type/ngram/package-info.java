// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** A Bloom filter of the short runs of bytes that the texts of a range contain, which decides {@code LIKE '%text%'} and the like. */
package io.skipping.index.type.ngram;
