// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.plan;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.Streams;
import io.skipping.index.IndexDefinition;
import java.util.List;
import java.util.stream.Stream;

/**
 * Why ranges cannot match: names of index types, by the numbers from 1 on that verdicts have them by. Of so many kinds of indexes
 * that a byte does not number them, the last ones share a name.
 */
public final class Reasons {
    /** Of a predicate that no row can satisfy, whatever is summarised. */
    private static final String NEVER = "never";

    private final List<String> names;

    private Reasons(Stream<String> names) {
        this.names = names.distinct().limit(Byte.MAX_VALUE).collect(toImmutableList());
    }

    /** Returns the kinds of some indexes, in their order. */
    public static Reasons of(Iterable<IndexDefinition> definitions) {
        return new Reasons(
                Stream.concat(Stream.of(NEVER), Streams.stream(definitions).map(IndexDefinition::type)));
    }

    /** Returns some names, each once, in their order. */
    public static Reasons of(Stream<String> names) {
        return new Reasons(names);
    }

    /** Returns these with one more in front, so that all have other numbers. */
    public Reasons behind(String first) {
        return new Reasons(Stream.concat(Stream.of(first), names.stream()));
    }

    /** Returns these with one more at the end, so that all keep their numbers. */
    public Reasons and(String last) {
        return new Reasons(Stream.concat(names.stream(), Stream.of(last)));
    }

    byte never() {
        return number(NEVER);
    }

    public byte number(String name) {
        int index = names.indexOf(name);
        return index < 0 ? Byte.MAX_VALUE : (byte) (index + 1);
    }

    /** Returns the name of a verdict's reason; empty if it has none. */
    public String name(byte number) {
        return number > 0 ? names.get(number - 1) : "";
    }

    /** Returns all names in order of their numbers. */
    public List<String> names() {
        return ImmutableList.copyOf(names);
    }
}
