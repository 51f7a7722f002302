// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.s3;

import java.time.Instant;

/**
 * An object as a listing shows it.
 *
 * @param key with that of its folder; of characters that XML needs no escapes for
 * @param modified no finer than milliseconds
 */
public record ListedObject(String key, long bytes, Instant modified) {}
