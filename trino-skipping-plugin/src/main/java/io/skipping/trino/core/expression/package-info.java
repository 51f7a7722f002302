// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** Translates expressions of the engine into predicates of the index. */
package io.skipping.trino.core.expression;
