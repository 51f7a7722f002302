// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/**
 * Collects the distinct values of a range without boxes. Index types that keep values, prefixes or hashes build on it, and a user's own
 * type can, too.
 */
package io.skipping.index.type.distinct;
