// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.s3;

import java.time.Instant;

/**
 * Describes an object as a listing shows it.
 *
 * @param key the full key, made of characters that XML need not escape
 * @param bytes the size of the object
 * @param modified when it was modified; no finer than milliseconds
 */
public record ListedObject(String key, long bytes, Instant modified) {}
