// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/**
 * What a summary of an object is, what it proves, and where it is kept.
 *
 * <p>{@code predicate} says what a query demands, {@code type} what is known of a range of an object and what
 * follows from it, {@code snapshot} holds the summaries of a table and evaluates a predicate over all of them,
 * {@code store} keeps them. Nothing here knows a connector or a job.
 */
package io.skipping.index;
