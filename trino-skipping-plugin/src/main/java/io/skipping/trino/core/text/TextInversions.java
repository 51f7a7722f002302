// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.text;

import static io.skipping.trino.core.GlobalFunctions.isGlobal;
import static io.trino.spi.expression.StandardFunctions.CAST_FUNCTION_NAME;
import static io.trino.spi.type.BigintType.BIGINT;

import com.google.common.collect.ImmutableList;
import io.airlift.slice.Slice;
import io.airlift.slice.Slices;
import io.skipping.trino.core.monotone.MonotoneCalls.Demand;
import io.trino.spi.expression.Call;
import io.trino.spi.expression.ConnectorExpression;
import io.trino.spi.expression.Constant;
import io.trino.spi.predicate.Range;
import io.trino.spi.predicate.SortedRangeSet;
import io.trino.spi.predicate.ValueSet;
import io.trino.spi.type.CharType;
import io.trino.spi.type.Type;
import io.trino.spi.type.VarcharType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Inverts functions of text: those that return a beginning of it, those that change its letters or the blanks around it,
 * casts of it to another length and of char, and {@code strpos}. None of them fails. Text may be bytes that are not UTF-8.
 */
public final class TextInversions {
    /** A list of more values would become too many ranges. */
    private static final int MOST_CASED = 100;

    private static final List<String> BLANKS = IntStream.rangeClosed(0, Character.MAX_CODE_POINT)
            .filter(Character::isWhitespace)
            .mapToObj(Character::toString)
            .toList();

    private TextInversions() {}

    /**
     * Returns the values of an argument for which the call's result is in a set. They may include other values.
     *
     * @return empty if the call is not one of the supported functions
     */
    public static Optional<Demand> invert(Call call, ValueSet results) {
        if (!isGlobal(call) || call.getArguments().isEmpty() || !(results instanceof SortedRangeSet ranges)) {
            return Optional.empty();
        }
        String name = call.getFunctionName().getName();
        if (name.equals("concat")) {
            return concatenated(call, ranges);
        }
        ConnectorExpression text = call.getArguments().getFirst();
        if (text.getType() instanceof CharType type
                && call.getType() instanceof VarcharType to
                && call.getFunctionName().equals(CAST_FUNCTION_NAME)) {
            return CharCasts.invert(type, to, ranges).map(values -> new Demand(text, values));
        }
        if (!(text.getType() instanceof VarcharType type)) {
            return call.getFunctionName().equals(CAST_FUNCTION_NAME)
                    ? NumberTexts.invert(call, ranges)
                    : Optional.empty();
        }
        Optional<ValueSet> texts = switch (name) {
            case "substr", "substring" -> substring(call, type, ranges);
            case "split_part" -> firstPart(call, type, ranges);
            case "lower" -> cased(LetterCases.LOWER, call, type, ranges);
            case "upper" -> cased(LetterCases.UPPER, call, type, ranges);
            case "rtrim" -> trimmed(call, type, ranges, false, true);
            case "ltrim" -> trimmed(call, type, ranges, true, false);
            case "trim" -> trimmed(call, type, ranges, true, true);
            case "strpos" -> position(call, type, ranges);
            default -> call.getFunctionName().equals(CAST_FUNCTION_NAME) ? cast(call, type, ranges) : Optional.empty();
        };
        return texts.map(values -> new Demand(text, values));
    }

    private static Optional<ValueSet> substring(Call call, Type type, SortedRangeSet results) {
        if (call.getArguments().size() != 3
                || !(longAt(call, 1).filter(start -> start == 1).isPresent())) {
            return Optional.empty();
        }
        return longAt(call, 2)
                .filter(length -> length > 0)
                .map(length -> beginnings(type, results, (int) Math.min(length, Integer.MAX_VALUE)));
    }

    private static Optional<ValueSet> cast(Call call, VarcharType type, SortedRangeSet results) {
        if (!(call.getType() instanceof VarcharType to)) {
            return Optional.empty();
        }
        int kept = to.getLength().orElse(Integer.MAX_VALUE);
        return Optional.of(
                kept >= type.getLength().orElse(Integer.MAX_VALUE)
                        ? ValueSet.copyOfRanges(
                                type,
                                results.getOrderedRanges().stream()
                                        .map(range -> retyped(type, range))
                                        .toList())
                        : beginnings(type, results, kept));
    }

    private static Range retyped(Type type, Range range) {
        if (range.isLowUnbounded() && range.isHighUnbounded()) {
            return Range.all(type);
        }
        if (range.isLowUnbounded()) {
            return range.isHighInclusive()
                    ? Range.lessThanOrEqual(type, range.getHighBoundedValue())
                    : Range.lessThan(type, range.getHighBoundedValue());
        }
        if (range.isHighUnbounded()) {
            return range.isLowInclusive()
                    ? Range.greaterThanOrEqual(type, range.getLowBoundedValue())
                    : Range.greaterThan(type, range.getLowBoundedValue());
        }
        return Range.range(
                type,
                range.getLowBoundedValue(),
                range.isLowInclusive(),
                range.getHighBoundedValue(),
                range.isHighInclusive());
    }

    /**
     * Returns the texts whose beginning of some characters is in a set. A text is at least as large as its beginning.
     *
     * @param length in characters; a shorter beginning is the whole text
     */
    private static ValueSet beginnings(Type type, SortedRangeSet results, int length) {
        List<Range> texts = new ArrayList<>();
        for (Range range : results.getOrderedRanges()) {
            Optional<String> single =
                    range.isSingleValue() ? TextRanges.characters(range.getSingleValue()) : Optional.empty();
            if (single.isPresent()) {
                int characters = single.get().codePointCount(0, single.get().length());
                if (characters <= length) {
                    texts.add(
                            characters < length
                                    ? Range.equal(type, range.getSingleValue())
                                    : TextRanges.beginningWith(type, single.get()));
                }
            } else {
                texts.add(from(type, range, range.getHighValue().flatMap(high -> endOfBeginnings(high, length))));
            }
        }
        return TextRanges.union(type, texts);
    }

    /**
     * Returns a bound above all texts whose beginning is at most the given one. A beginning that is not smaller at some
     * byte is equal to as many bytes of it as the beginning has characters.
     */
    private static Optional<String> endOfBeginnings(Object high, int length) {
        Slice bytes = (Slice) high;
        Slice equal = bytes.slice(0, Math.min(length, bytes.length()));
        String characters = equal.toStringUtf8();
        // bytes of a character that is cut
        int valid = characters.indexOf('\uFFFD');
        return TextRanges.end(valid < 0 ? characters : characters.substring(0, valid));
    }

    /** Returns the texts from the lower bound of a range to another end. */
    private static Range from(Type type, Range range, Optional<String> end) {
        Optional<Slice> high = end.map(Slices::utf8Slice);
        if (range.isLowUnbounded()) {
            return high.map(value -> Range.lessThan(type, value)).orElseGet(() -> Range.all(type));
        }
        Slice low = (Slice) range.getLowBoundedValue();
        return high.filter(value -> value.compareTo(low) > 0)
                .map(value -> Range.range(type, low, true, value, false))
                .orElseGet(() -> Range.greaterThanOrEqual(type, low));
    }

    /** Returns the texts for {@code split_part(text, delimiter, 1)}, which is a beginning of any length. */
    private static Optional<ValueSet> firstPart(Call call, Type type, SortedRangeSet results) {
        return call.getArguments().size() == 3
                        && isLong(call, 2, 1)
                        && textAt(call, 1).filter(text -> !text.isEmpty()).isPresent()
                ? Optional.of(anyBeginnings(type, results))
                : Optional.empty();
    }

    private static ValueSet anyBeginnings(Type type, SortedRangeSet results) {
        List<Range> texts = new ArrayList<>();
        for (Range range : results.getOrderedRanges()) {
            texts.add(
                    range.isSingleValue()
                            ? TextRanges.characters(range.getSingleValue())
                                    .map(prefix -> TextRanges.beginningWith(type, prefix))
                                    .orElseGet(() -> from(type, range, Optional.empty()))
                            : from(type, range, Optional.empty()));
        }
        return TextRanges.union(type, texts);
    }

    private static Optional<ValueSet> cased(LetterCases cases, Call call, Type type, SortedRangeSet results) {
        if (call.getArguments().size() != 1 || results.getRangeCount() > MOST_CASED) {
            return Optional.empty();
        }
        List<Range> texts = new ArrayList<>();
        for (Range range : results.getOrderedRanges()) {
            Optional<String> single =
                    range.isSingleValue() ? TextRanges.characters(range.getSingleValue()) : Optional.empty();
            LetterCases.Variants variants = cases.of(single.orElseGet(() -> TextRanges.commonPrefix(range)));
            for (String beginning : variants.beginnings()) {
                texts.add(
                        single.isPresent() && variants.areWhole()
                                ? Range.equal(type, Slices.utf8Slice(beginning))
                                : TextRanges.beginningWith(type, beginning));
            }
        }
        return Optional.of(TextRanges.union(type, texts));
    }

    /** Returns the texts that a trim makes a text of a set: those that begin with it, or with a blank. */
    private static Optional<ValueSet> trimmed(
            Call call, Type type, SortedRangeSet results, boolean isLeft, boolean isRight) {
        if (call.getArguments().size() != 1) {
            return Optional.empty();
        }
        ValueSet texts = isRight
                ? anyBeginnings(type, results)
                : ValueSet.copyOfRanges(
                        type,
                        results.getOrderedRanges().stream()
                                .map(range -> retyped(type, range))
                                .toList());
        return Optional.of(isLeft ? texts.union(blanks(type)) : texts);
    }

    private static ValueSet blanks(Type type) {
        return TextRanges.union(
                type,
                BLANKS.stream()
                        .map(blank -> TextRanges.beginningWith(type, blank))
                        .toList());
    }

    /**
     * Returns the texts in which a part is found at the first character. The engine counts characters by their first
     * bytes, so that bytes which begin no character may precede the part.
     */
    private static Optional<ValueSet> position(Call call, Type type, SortedRangeSet results) {
        if (call.getArguments().size() != 2 || !results.equals(ValueSet.of(BIGINT, 1L))) {
            return Optional.empty();
        }
        return textAt(call, 1)
                .map(part -> TextRanges.union(
                        type,
                        List.of(
                                TextRanges.beginningWith(type, part),
                                // these bytes lie between the last of ASCII and the first that begins a character
                                TextRanges.beginningWith(type, "\u007F"))));
    }

    /** Returns the values of the only operand of a concatenation that is not constant. */
    private static Optional<Demand> concatenated(Call call, SortedRangeSet results) {
        List<ConnectorExpression> operands = call.getArguments();
        List<ConnectorExpression> variable = operands.stream()
                .filter(operand -> !(operand instanceof Constant))
                .toList();
        if (variable.size() != 1
                || !(call.getType() instanceof VarcharType)
                || !(variable.getFirst().getType() instanceof VarcharType type)
                || !results.isDiscreteSet()) {
            return Optional.empty();
        }
        int at = operands.indexOf(variable.getFirst());
        Optional<Slice> before = joined(operands.subList(0, at));
        Optional<Slice> after = joined(operands.subList(at + 1, operands.size()));
        if (before.isEmpty() || after.isEmpty()) {
            return Optional.empty();
        }
        int around = before.get().length() + after.get().length();
        ImmutableList.Builder<Range> texts = ImmutableList.builder();
        for (Range range : results.getOrderedRanges()) {
            Slice result = (Slice) range.getSingleValue();
            int length = result.length() - around;
            if (length >= 0
                    && result.slice(0, before.get().length()).equals(before.get())
                    && result.slice(
                                    result.length() - after.get().length(),
                                    after.get().length())
                            .equals(after.get())) {
                texts.add(Range.equal(type, result.slice(before.get().length(), length)));
            }
        }
        return Optional.of(new Demand(variable.getFirst(), TextRanges.union(type, texts.build())));
    }

    private static Optional<Slice> joined(List<ConnectorExpression> constants) {
        Slice joined = Slices.EMPTY_SLICE;
        for (ConnectorExpression expression : constants) {
            if (!(((Constant) expression).getValue() instanceof Slice text)) {
                return Optional.empty();
            }
            Slice longer = Slices.allocate(joined.length() + text.length());
            longer.setBytes(0, joined);
            longer.setBytes(joined.length(), text);
            joined = longer;
        }
        return Optional.of(joined);
    }

    private static boolean isLong(Call call, int argument, long value) {
        return longAt(call, argument).filter(found -> found == value).isPresent();
    }

    private static Optional<Long> longAt(Call call, int argument) {
        return call.getArguments().size() > argument
                        && call.getArguments().get(argument) instanceof Constant constant
                        && constant.getValue() instanceof Long value
                ? Optional.of(value)
                : Optional.empty();
    }

    private static Optional<String> textAt(Call call, int argument) {
        return call.getArguments().get(argument) instanceof Constant constant
                        && constant.getValue() instanceof Slice text
                ? TextRanges.characters(text)
                : Optional.empty();
    }
}
