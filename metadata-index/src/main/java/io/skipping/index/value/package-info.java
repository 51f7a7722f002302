// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/**
 * Holds the types of columns, and their values in the one form in which the index knows them: keys, single ({@link
 * io.skipping.index.value.Key}), in sets ({@link io.skipping.index.value.KeySet}), in vectors of the values of a batch of
 * rows ({@link io.skipping.index.value.ValueVector}), and in columns of a segment ({@link
 * io.skipping.index.value.KeyColumn}).
 */
package io.skipping.index.value;
