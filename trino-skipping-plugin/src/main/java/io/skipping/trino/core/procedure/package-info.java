// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** Implements the procedures that users call, such as {@code CALL <catalog>.system.create_index(…)}. */
package io.skipping.trino.core.procedure;
