// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/**
 * Keeps the prefixes of the texts of a range, which decide {@code LIKE 'text%'} for paths and codes where there are few
 * prefixes.
 */
package io.skipping.index.type.prefix;
