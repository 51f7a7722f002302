// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/**
 * Implements the command that builds the indexes of tables, a class for each subcommand. It is a client of Trino and of
 * nothing else. All access to objects and indexes happens inside Trino, under the rights of the user. {@code
 * docs/building.md} is its manual.
 */
package io.skipping.builder;
