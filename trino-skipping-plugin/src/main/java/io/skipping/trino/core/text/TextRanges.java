// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.text;

import io.airlift.slice.Slice;
import io.airlift.slice.Slices;
import io.trino.spi.predicate.Range;
import io.trino.spi.predicate.ValueSet;
import io.trino.spi.type.Type;
import java.util.List;
import java.util.Optional;

/** Ranges of texts, in the order of their bytes, which for UTF-8 is that of their characters. */
final class TextRanges {
    private TextRanges() {}

    /** Returns the range of exactly the texts that begin with a prefix, whatever bytes follow it. */
    static Range beginningWith(Type type, String prefix) {
        if (prefix.isEmpty()) {
            return Range.all(type);
        }
        Slice first = Slices.utf8Slice(prefix);
        return end(prefix)
                .map(end -> Range.range(type, first, true, Slices.utf8Slice(end), false))
                .orElseGet(() -> Range.greaterThanOrEqual(type, first));
    }

    /** Returns the least text above all texts that begin with a prefix; empty if there is none. */
    static Optional<String> end(String prefix) {
        int[] characters = prefix.codePoints().toArray();
        for (int last = characters.length - 1; last >= 0; last--) {
            if (characters[last] < Character.MAX_CODE_POINT) {
                int next = characters[last] + 1;
                characters[last] = next == Character.MIN_SURROGATE ? Character.MAX_SURROGATE + 1 : next;
                return Optional.of(new String(characters, 0, last + 1));
            }
        }
        return Optional.empty();
    }

    static ValueSet union(Type type, List<Range> ranges) {
        return ranges.isEmpty() ? ValueSet.none(type) : ValueSet.copyOfRanges(type, ranges);
    }

    /** Returns the characters of a value that is UTF-8; empty for other bytes, which no characters stand for. */
    static Optional<String> characters(Object value) {
        Slice text = (Slice) value;
        String characters = text.toStringUtf8();
        return Slices.utf8Slice(characters).equals(text) ? Optional.of(characters) : Optional.empty();
    }

    /** Returns the prefix that all texts of a range have. */
    static String commonPrefix(Range range) {
        Optional<String> low = range.getLowValue().flatMap(TextRanges::characters);
        Optional<String> high = range.getHighValue().flatMap(TextRanges::characters);
        if (low.isEmpty() || high.isEmpty()) {
            return "";
        }
        if (!range.isHighInclusive()
                && isNext((Slice) range.getLowBoundedValue(), (Slice) range.getHighBoundedValue())) {
            return low.get();
        }
        int[] first = low.get().codePoints().toArray();
        int[] last = high.get().codePoints().toArray();
        int common = 0;
        while (common < first.length && common < last.length && first[common] == last[common]) {
            common++;
        }
        return new String(first, 0, common);
    }

    /**
     * Returns whether all bytes between two texts begin with the first. Two characters may be neighbours with bytes between
     * them that are no UTF-8.
     */
    private static boolean isNext(Slice low, Slice high) {
        int last = low.length() - 1;
        return last >= 0
                && high.length() == low.length()
                && low.slice(0, last).equals(high.slice(0, last))
                && low.getUnsignedByte(last) + 1 == high.getUnsignedByte(last);
    }
}
