// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/**
 * Collects the distinct values of a range without boxing. Index types that keep values, prefixes or hashes use it, and
 * a user's own type can use it, too.
 */
package io.skipping.index.type.distinct;
