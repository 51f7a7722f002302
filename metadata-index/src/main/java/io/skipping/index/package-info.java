// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/**
 * Defines summaries of objects, evaluates predicates over them, and keeps them in stores.
 *
 * <p>{@code value} holds column values as keys. {@code predicate} expresses a query's constraint on rows. {@code type}
 * defines what a summary records about a range of an object, and what follows from it. {@code plan} compiles predicates
 * and evaluates them over summaries. {@code snapshot} holds the summaries of a table and returns verdicts on its
 * objects. {@code build} makes summaries, and {@code store} keeps them. Nothing here depends on an engine, a connector
 * or a job.
 */
package io.skipping.index;
