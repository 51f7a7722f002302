// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/**
 * Holds what the commands have in common: the address of a Trino server, the login, names of tables, sizes and durations,
 * texts for people, messages for wrong options, and exit codes.
 */
package io.skipping.command;
