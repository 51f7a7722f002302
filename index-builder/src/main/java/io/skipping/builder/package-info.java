// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/**
 * The command that builds the indexes of tables. It is a client of Trino and of nothing else: all that touches objects or
 * an index happens inside Trino, under the rights of the user, and this side knows the connector by its SQL alone
 * ({@link io.skipping.builder.SkippingSql}). {@code docs/building.md} is its manual.
 */
package io.skipping.builder;
