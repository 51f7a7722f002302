// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/**
 * Results of a function of SQL. {@link io.skipping.index.type.function.FunctionIndexType} is the base of index types that users write
 * for functions of their own.
 */
package io.skipping.index.type.function;
