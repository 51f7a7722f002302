// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/**
 * Holds what the commands have in common: the address of a Trino server, the login, table names, and the messages for
 * wrong options.
 */
package io.skipping.command;
