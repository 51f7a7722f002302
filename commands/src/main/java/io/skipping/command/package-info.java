// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** Holds what the command lines of the jobs have in common: the address of a Trino, who asks it, names of tables, and what is said of wrong options. */
package io.skipping.command;
