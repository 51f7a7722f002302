// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.text;

import io.airlift.slice.Slice;
import io.airlift.slice.SliceUtf8;
import io.airlift.slice.Slices;
import io.trino.spi.predicate.Range;
import io.trino.spi.predicate.SortedRangeSet;
import io.trino.spi.predicate.ValueSet;
import io.trino.spi.type.CharType;
import io.trino.spi.type.VarcharType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Inverts casts of char to a varchar that has room for all characters. Since Trino 483, the engine casts char itself to
 * compare it with varchar. The result is the value's text without blanks at its end; on earlier releases, and where a
 * server is set to do as these did, it is filled up with blanks. What is inferred here holds for both.
 */
final class CharCasts {
    private static final String LAST_CHARACTER = Character.toString(Character.MAX_CODE_POINT);

    private CharCasts() {}

    /**
     * Returns values of char that include all whose cast is in a set.
     *
     * @return empty if the cast may cut texts
     */
    static Optional<ValueSet> invert(CharType from, VarcharType to, SortedRangeSet results) {
        if (!to.isUnbounded() && to.getBoundedLength() < from.getLength()) {
            return Optional.empty();
        }
        List<Range> values = new ArrayList<>();
        for (Range range : results.getOrderedRanges()) {
            values.add(
                    range.isSingleValue()
                            ? Range.equal(from, withoutBlanks((Slice) range.getSingleValue()))
                            : span(from, range));
        }
        return Optional.of(TextRanges.union(from, values));
    }

    private static Range span(CharType type, Range range) {
        Optional<Slice> low = range.getLowValue().flatMap(value -> low(type, comparable((Slice) value)));
        Optional<Slice> high = range.getHighValue().map(value -> comparable((Slice) value));
        boolean highInclusive = range.isHighInclusive() || !high.equals(range.getHighValue());
        if (high.isEmpty()) {
            return low.map(value -> Range.greaterThanOrEqual(type, value)).orElseGet(() -> Range.all(type));
        }
        if (low.isEmpty()) {
            return highInclusive ? Range.lessThanOrEqual(type, high.get()) : Range.lessThan(type, high.get());
        }
        return Range.range(type, low.get(), true, high.get(), highInclusive);
    }

    /**
     * Returns a bound that is not above any value whose text is at or above another one. In the order of char, which is that
     * of texts filled up with blanks, a text comes after those that continue it by a control character.
     *
     * @param text without control characters, and without blanks at its end
     * @return empty if there is no such bound
     */
    private static Optional<Slice> low(CharType type, Slice text) {
        if (SliceUtf8.countCodePoints(text) >= type.getLength()) {
            // nothing can continue it
            return Optional.of(text);
        }
        return TextRanges.characters(text)
                .filter(characters -> !characters.isEmpty())
                .map(characters -> {
                    int last = characters.offsetByCodePoints(characters.length(), -1);
                    int before = characters.codePointAt(last) - 1;
                    return Slices.utf8Slice(characters.substring(0, last)
                            + Character.toString(
                                    before == Character.MAX_SURROGATE ? Character.MIN_SURROGATE - 1 : before)
                            + LAST_CHARACTER);
                });
    }

    /** Returns the beginning of a text that ends before its first control character, and before blanks at its end. */
    private static Slice comparable(Slice text) {
        int end = 0;
        while (end < text.length() && text.getUnsignedByte(end) >= ' ') {
            end++;
        }
        return withoutBlanks(text.slice(0, end));
    }

    private static Slice withoutBlanks(Slice text) {
        int end = text.length();
        while (end > 0 && text.getByte(end - 1) == ' ') {
            end--;
        }
        return text.slice(0, end);
    }
}
