// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.plan;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.Streams;
import io.skipping.index.IndexDefinition;
import java.util.List;
import java.util.stream.Stream;

/**
 * Lists the reasons why ranges cannot match: names of index types, numbered from 1, by which verdicts refer to them. If
 * there are more names than a byte can number, the last ones share a name.
 */
public final class Reasons {
    /** Reason for a predicate that no row can satisfy, whatever the summaries are. */
    private static final String NEVER = "never";

    private final List<String> names;

    private Reasons(Stream<String> names) {
        this.names = names.distinct().limit(Byte.MAX_VALUE).collect(toImmutableList());
    }

    /** Returns the index types of some indexes, in their order. */
    public static Reasons of(Iterable<IndexDefinition> definitions) {
        return new Reasons(
                Stream.concat(Stream.of(NEVER), Streams.stream(definitions).map(IndexDefinition::type)));
    }

    /** Returns the given names in their order, without duplicates. */
    public static Reasons of(Stream<String> names) {
        return new Reasons(names);
    }

    /** Returns these reasons with another one in front, which changes all numbers. */
    public Reasons behind(String first) {
        return new Reasons(Stream.concat(Stream.of(first), names.stream()));
    }

    /** Returns these reasons with another one at the end, which keeps all numbers. */
    public Reasons and(String last) {
        return new Reasons(Stream.concat(names.stream(), Stream.of(last)));
    }

    byte never() {
        return number(NEVER);
    }

    /** Returns the number of a name; that of the last name if the name has no number of its own. */
    public byte number(String name) {
        int index = names.indexOf(name);
        return index < 0 ? Byte.MAX_VALUE : (byte) (index + 1);
    }

    /** Returns the name of a verdict's reason; empty if the verdict has no reason. */
    public String name(byte number) {
        return number > 0 && number <= names.size() ? names.get(number - 1) : "";
    }

    /** Returns all names, ordered by number. */
    public List<String> names() {
        return ImmutableList.copyOf(names);
    }
}
