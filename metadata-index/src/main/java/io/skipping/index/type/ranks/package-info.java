// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/**
 * Keeps values at some ranks from either end of a range. They decide no predicate, but find the ranges that ORDER BY
 * with LIMIT needs.
 */
package io.skipping.index.type.ranks;
