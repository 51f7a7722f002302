// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** Translates the engine's expressions into index predicates. */
package io.skipping.trino.core.expression;
