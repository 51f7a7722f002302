// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.predicate;

import static com.google.common.collect.ImmutableList.toImmutableList;
import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableList;
import io.airlift.slice.Slice;
import io.airlift.slice.Slices;
import io.skipping.index.IndexedColumn;
import io.skipping.index.predicate.Fragments;
import io.skipping.index.predicate.Predicate;
import io.skipping.index.text.RegexFragments;
import io.skipping.index.text.RegexPrefix;
import io.skipping.index.value.KeyRange;
import io.skipping.index.value.KeySet;
import io.skipping.index.value.ScalarType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.catalyst.expressions.Contains;
import org.apache.spark.sql.catalyst.expressions.EndsWith;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.Like;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.expressions.RLike;
import org.apache.spark.sql.catalyst.expressions.StartsWith;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * Describes what a text must be like for a condition to be true. It may have to be more than that.
 *
 * @param text what the condition is on
 * @param prefix what it begins with; may be empty
 * @param oneOf lists of fragments, all fragments of one of which are in it; if there is no list, anything may be in it
 */
record TextPattern(Expression text, Slice prefix, List<List<Slice>> oneOf) {
    /** Java decodes bytes that are not UTF-8 to this character, so that patterns with it match other bytes than its own. */
    private static final char REPLACEMENT = '\uFFFD';

    TextPattern {
        requireNonNull(text, "text is null");
        requireNonNull(prefix, "prefix is null");
        oneOf = oneOf.stream().map(ImmutableList::copyOf).collect(toImmutableList());
    }

    /** Returns the pattern of a condition on a text; empty if it is none. */
    static Optional<TextPattern> of(Expression condition) {
        if (condition instanceof StartsWith starts) {
            return bytes(starts.right()).map(prefix -> of(starts.left(), prefix, List.of(prefix)));
        }
        if (condition instanceof EndsWith ends) {
            return bytes(ends.right()).map(suffix -> of(ends.left(), Slices.EMPTY_SLICE, List.of(suffix)));
        }
        if (condition instanceof Contains contains) {
            return bytes(contains.right()).map(part -> of(contains.left(), Slices.EMPTY_SLICE, List.of(part)));
        }
        if (condition instanceof Like like) {
            return characters(like.right()).map(pattern -> ofLike(like.left(), pattern, like.escapeChar()));
        }
        if (condition instanceof RLike regex) {
            return characters(regex.right())
                    .map(pattern -> new TextPattern(
                            regex.left(),
                            RegexPrefix.of(pattern).map(Slices::utf8Slice).orElse(Slices.EMPTY_SLICE),
                            RegexFragments.of(pattern)));
        }
        return Optional.empty();
    }

    private static TextPattern of(Expression text, Slice prefix, List<Slice> fragments) {
        List<Slice> some =
                fragments.stream().filter(fragment -> fragment.length() > 0).toList();
        return new TextPattern(text, prefix, some.isEmpty() ? List.of() : List.of(some));
    }

    /** Returns the parts of a pattern between its wildcards; none if it is not valid. */
    private static TextPattern ofLike(Expression text, String pattern, char escape) {
        List<StringBuilder> parts = new ArrayList<>(List.of(new StringBuilder()));
        for (int at = 0; at < pattern.length(); at++) {
            char character = pattern.charAt(at);
            if (character == escape) {
                at++;
                if (at == pattern.length()) {
                    return of(text, Slices.EMPTY_SLICE, List.of());
                }
                parts.get(parts.size() - 1).append(pattern.charAt(at));
            } else if (character == '%' || character == '_') {
                parts.add(new StringBuilder());
            } else {
                parts.get(parts.size() - 1).append(character);
            }
        }
        List<Slice> fragments =
                parts.stream().map(part -> Slices.utf8Slice(part.toString())).toList();
        return of(text, fragments.get(0), fragments);
    }

    private static Optional<Slice> bytes(Expression expression) {
        return expression instanceof Literal literal && literal.value() instanceof UTF8String text
                ? Optional.of(Slices.wrappedBuffer(text.getBytes()))
                : Optional.empty();
    }

    /** Returns the characters of a constant that stand for their own bytes, and for no others. */
    private static Optional<String> characters(Expression expression) {
        return bytes(expression).map(Slice::toStringUtf8).filter(text -> text.indexOf(REPLACEMENT) < 0);
    }

    /** Returns what the values of a column satisfy that are like that. */
    Predicate on(IndexedColumn column) {
        if (!column.type().equals(ScalarType.VARCHAR)) {
            return Predicate.UNKNOWN;
        }
        List<Predicate> all = new ArrayList<>();
        if (prefix.length() > 0) {
            KeySet.of(column.type(), List.of(KeyRange.beginningWith(prefix)))
                    .ifPresent(values -> all.add(Predicate.inSet(column, values)));
        }
        if (!oneOf.isEmpty()) {
            all.add(Predicate.or(oneOf.stream()
                    .<Predicate>map(fragments -> new Fragments(column, fragments))
                    .toList()));
        }
        return all.isEmpty() ? Predicate.UNKNOWN : Predicate.and(all);
    }
}
