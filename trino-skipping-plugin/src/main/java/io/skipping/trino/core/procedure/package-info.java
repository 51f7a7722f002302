// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** The procedures that users call: {@code CALL <catalog>.system.create_index(…)} and its kin. */
package io.skipping.trino.core.procedure;
