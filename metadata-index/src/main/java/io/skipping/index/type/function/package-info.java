// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/**
 * Keeps results of an SQL function. {@link io.skipping.index.type.function.FunctionIndexType} is the base class of
 * index types that users write for their own functions.
 */
package io.skipping.index.type.function;
