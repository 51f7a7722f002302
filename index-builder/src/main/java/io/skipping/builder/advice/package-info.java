// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/**
 * Works out which indexes would let queries skip more. The way of an advice: the conditions of queries are read
 * ({@link io.skipping.builder.advice.FilterReader}, {@link io.skipping.builder.advice.LoggedQueries}), measured on a
 * sample of the table's objects by SQL ({@link io.skipping.builder.advice.SampleSql}), and compared
 * ({@link io.skipping.builder.advice.Adviser}). Nothing here talks to a server.
 *
 * <p>What an index would leave of an object is an upper bound where that can be known: an object is counted as skipped
 * only if what the index keeps proves that it holds no match.
 */
package io.skipping.builder.advice;
