// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/**
 * Keeps a Bloom filter of the short runs of bytes in the texts of a range, which decides {@code LIKE '%text%'} and
 * similar predicates.
 */
package io.skipping.index.type.ngram;
