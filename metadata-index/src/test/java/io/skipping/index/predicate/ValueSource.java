// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.predicate;

/** Random values of one column, as {@link io.skipping.index.value.PlainValues}. */
public interface ValueSource {
    /** Any value. */
    Object next();

    /** A value that is, mostly, near others that were asked for with a like position. */
    Object near(long position);
}
