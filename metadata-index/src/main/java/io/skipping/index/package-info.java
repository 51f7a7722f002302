// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/**
 * What a summary of an object is, what it proves, and where it is kept.
 *
 * <p>{@code value} has the values of columns as keys, {@code predicate} says what a query demands of a row, {@code type} what is known
 * of a range of an object and what follows from it; {@code plan} compiles and evaluates a predicate over summaries, {@code snapshot}
 * holds the summaries of a table and answers about its objects, {@code build} makes summaries, and {@code store} keeps them. Nothing
 * here knows an engine, a connector or a job.
 */
package io.skipping.index;
