// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/**
 * Keeps a Bloom filter of the values of a range, which decides {@code =} and {@code IN} for identifiers.
 * {@link io.skipping.index.type.bloom.BloomFilter} and its readers serve any index type that keeps hashes.
 */
package io.skipping.index.type.bloom;
