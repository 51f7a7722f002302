// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.builder.advice;

import io.skipping.builder.advice.Condition.Area;
import io.skipping.builder.advice.Condition.Comparison;
import io.skipping.builder.advice.Condition.Containment;
import io.skipping.builder.advice.Condition.Counted;
import io.skipping.builder.advice.Condition.Element;
import io.skipping.builder.advice.Condition.Form;
import io.skipping.builder.advice.Condition.Missing;
import io.skipping.builder.advice.Condition.Outermost;
import io.skipping.builder.advice.Condition.Span;
import io.skipping.builder.advice.Condition.Test;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Defines what is measured of a condition in each object of a sample, as SQL aggregates that give a whole number each, and what
 * follows from the numbers for each index type.
 */
final class Measures {
    /** The options {@code limit} that the index type {@code values} has by default, and the most that is advised. */
    static final long MOST_VALUES = 1000;

    static final long MOST_VALUES_ON_REQUEST = 5000;

    /** The option {@code length} that the index type {@code prefix} has by default, and the most that is advised. */
    static final int PREFIX = 8;

    private static final int LONGEST_PREFIX = 12;
    /** Sets how many gaps an index of type {@code gaps} keeps. */
    private static final int GAPS = 8;

    /** Of more spans it is not measured in which gaps they lie. */
    private static final int MOST_SPANS = 8;

    private static final double BLOOM_ERRORS = 0.01;
    private static final double BLOOM_BYTES_A_VALUE = 1.25;
    /** The option {@code budget_percent} that the index type {@code bloom} has by default, and the most that is advised. */
    static final int BLOOM_PERCENT = 2;

    private static final int MOST_BLOOM_PERCENT = 5;
    private static final double NGRAM_BUDGET = 0.019;
    private static final int GRAM = 3;
    /** Grams of a fragment that are looked for; more hardly make one rarer. */
    private static final int MOST_GRAMS = 8;

    /** How many boxes an index of type {@code bbox} keeps. */
    private static final int BOXES = 8;

    private static final int NUMBER_BYTES = 8;
    /** What a text takes beside its characters. */
    private static final int TEXT_OVERHEAD = 4;

    private Measures() {}

    /** Holds what an index leaves of an object, in ranges, and how many bytes it takes for it. */
    record Left(double ranges, double indexBytes) {}

    /** @param type the type of the compared value, as SQL writes it; of other forms it means nothing */
    static List<String> sql(Condition condition, String type) {
        List<String> measures = new ArrayList<>();
        measures.add(countIf(condition.test()));
        switch (condition.form()) {
            case Comparison comparison -> {
                measures.add(flag(bounded(comparison)));
                measures.add("approx_distinct(TRY(%s))".formatted(comparison.value()));
                measures.add(flag(gapsMiss(comparison, type)));
                if (Columns.isTextType(type)) {
                    int length = prefix(comparison);
                    measures.add("approx_distinct(TRY(substr(%s, 1, %d)))".formatted(comparison.value(), length));
                    measures.add(countIf(beginnings(comparison, length)));
                    measures.add(averageLength(comparison.value()));
                }
            }
            case Containment containment ->
                measures.add(containment.alternatives().stream()
                        .map(fragments -> rarest(containment.value(), fragments))
                        .collect(Collectors.joining(" + ")));
            case Element element -> measures.add("coalesce(sum(cardinality(%s)), 0)".formatted(element.array()));
            case Test test -> {
                measures.add("approx_distinct(%s)".formatted(test.column()));
                if (Columns.isTextType(type)) {
                    measures.add(averageLength(test.column()));
                }
            }
            case Missing _, Area _, Outermost _, Counted _ -> {}
        }
        return measures;
    }

    private static String averageLength(String text) {
        return "coalesce(CAST(avg(TRY(length(%s))) AS bigint), 0)".formatted(text);
    }

    /** Returns how many rows have the letters of fragments in them, those three in a row that are the rarest. */
    private static String rarest(String value, List<String> fragments) {
        return grams(fragments).stream()
                .map(gram -> countIf("strpos(%s, %s) > 0".formatted(value, Columns.literal(gram))))
                .collect(Collectors.joining(", ", "least(", ")"));
    }

    /** Returns how many characters of texts an index of beginnings needs to tell the constants apart. */
    static int prefix(Comparison comparison) {
        return Math.clamp(comparison.longest().orElse(PREFIX), PREFIX, LONGEST_PREFIX);
    }

    /** Returns the condition that the beginning of a text may be that of a text in one of the spans. */
    private static String beginnings(Comparison comparison, int length) {
        String value = "substr(%s, 1, %d)".formatted(comparison.value(), length);
        return or(comparison.spans().stream()
                .map(span -> new Span(beginning(span.low(), length), beginning(span.high(), length)).test(value))
                .toList());
    }

    private static Optional<String> beginning(Optional<String> constant, int length) {
        return constant.map(text -> "substr(%s, 1, %d)".formatted(text, length));
    }

    static String countIf(String condition) {
        return "count_if(TRY(%s))".formatted(condition);
    }

    private static String flag(String aggregate) {
        return "CASE WHEN %s THEN 1 ELSE 0 END".formatted(aggregate);
    }

    private static String bounded(Comparison comparison) {
        return or(comparison.spans().stream()
                .map(span -> bounded(comparison.value(), span))
                .toList());
    }

    /** Returns whether a span may have values between the smallest and the largest one. */
    private static String bounded(String value, Span span) {
        return "%s AND %s"
                .formatted(
                        span.low()
                                .map(low -> "max(TRY(%s)) >= %s".formatted(value, low))
                                .orElse("count(TRY(%s)) > 0".formatted(value)),
                        span.high()
                                .map(high -> "min(TRY(%s)) <= %s".formatted(value, high))
                                .orElse("true"));
    }

    /**
     * Returns whether an index of gaps may not know that no value is in the spans. There are at most eight gaps wider
     * than a ninth of what all values span, so one of that width is kept.
     */
    private static String gapsMiss(Comparison comparison, String type) {
        if (!hasGaps(type) || comparison.spans().size() > MOST_SPANS) {
            return "true";
        }
        return or(comparison.spans().stream()
                .map(span -> span.low().isPresent() && span.high().isPresent()
                        ? gapsMiss(
                                comparison.value(),
                                span.low().get(),
                                span.high().get(),
                                type)
                        // values without an end are in no gap
                        : bounded(comparison.value(), span))
                .toList());
    }

    private static String gapsMiss(String value, String low, String high, String type) {
        String number = Columns.isTimeType(type)
                ? "to_unixtime(CAST(%s AS timestamp(3)))".formatted(value)
                : "CAST(%s AS double)".formatted(value);
        // TRY is the outermost function everywhere: Trino 483 fails to plan an aggregate over a function of TRY
        return "count_if(TRY(%1$s >= %2$s AND %1$s <= %3$s)) > 0 OR coalesce((min(TRY(IF(%1$s > %3$s, %4$s))) - max(TRY(IF(%1$s < %2$s, %4$s)))) * %5$d < max(TRY(%4$s)) - min(TRY(%4$s)), false)"
                .formatted(value, low, high, number, GAPS + 1);
    }

    private static boolean hasGaps(String type) {
        return Columns.isNumberType(type) || Columns.isTimeType(type);
    }

    private static String or(List<String> terms) {
        return "((" + String.join(") OR (", terms) + "))";
    }

    private static Set<String> grams(List<String> fragments) {
        Set<String> grams = new LinkedHashSet<>();
        for (String fragment : fragments) {
            int last = fragment.length() - GRAM;
            int step = Math.max(1, (last + MOST_GRAMS) / MOST_GRAMS);
            for (int start = 0; start <= last; start += step) {
                grams.add(fragment.substring(start, start + GRAM));
            }
            grams.add(fragment.substring(last));
        }
        return grams;
    }

    /**
     * Returns what each index type that can decide the condition would leave of an object.
     *
     * @param numbers as measured, in the order of {@link #sql}
     * @param type as there
     */
    static Map<IndexKind, Left> left(Form form, SampledObject object, long[] numbers, String type) {
        Map<IndexKind, Left> left = new EnumMap<>(IndexKind.class);
        double all = object.ranges();
        double matching = object.rangesWith(numbers[0]);
        boolean isText = Columns.isTextType(type);
        switch (form) {
            case Comparison comparison -> {
                boolean bounded = numbers[1] != 0;
                double valueBytes = isText ? numbers[6] + TEXT_OVERHEAD : NUMBER_BYTES;
                left.put(IndexKind.MINMAX, new Left(bounded ? all : 0, all * (2 * valueBytes + 2)));
                long values = object.mostInRange(numbers[2]);
                left.put(IndexKind.VALUES, values(object, matching, values, MOST_VALUES, valueBytes));
                if (comparison.isOfPoints()) {
                    left.put(
                            IndexKind.BLOOM,
                            bloom(object, matching, values, comparison.spans().size()));
                }
                if (hasGaps(type)) {
                    // of many spans it is taken that a gap is around those that no value is in
                    boolean isInGaps = comparison.spans().size() > MOST_SPANS ? matching == 0 : numbers[3] == 0;
                    left.put(IndexKind.GAPS, new Left(bounded && !isInGaps ? all : 0, all * 2 * GAPS * valueBytes));
                }
                if (isText) {
                    left.put(
                            IndexKind.PREFIX,
                            values(
                                    object,
                                    object.rangesWith(numbers[5]),
                                    object.mostInRange(numbers[4]),
                                    MOST_VALUES,
                                    prefix(comparison) + 1));
                }
            }
            case Containment _ ->
                left.put(IndexKind.NGRAM, new Left(object.rangesWith(numbers[1]), NGRAM_BUDGET * object.bytes()));
            case Element _ -> {
                long values = object.mostInRange(numbers[1]);
                left.put(IndexKind.BLOOM, bloom(object, matching, values, 1));
            }
            case Test _ -> {
                long values = object.mostInRange(numbers[1]);
                double valueBytes = isText ? numbers[2] + TEXT_OVERHEAD : NUMBER_BYTES;
                left.put(IndexKind.VALUES, values(object, matching, values, MOST_VALUES_ON_REQUEST, valueBytes));
            }
            case Missing _ -> left.put(IndexKind.NULLS, new Left(matching, all));
            case Area _ -> left.put(IndexKind.BBOX, new Left(matching, all * BOXES * 4 * NUMBER_BYTES));
            case Outermost _ -> left.put(IndexKind.RANKS, new Left(matching, all * 2 * NUMBER_BYTES));
            case Counted _ -> {}
        }
        return left;
    }

    private static Left values(SampledObject object, double matching, long values, long most, double valueBytes) {
        return values <= most
                ? new Left(matching, object.ranges() * values * valueBytes)
                : new Left(object.ranges(), 0);
    }

    private static Left bloom(SampledObject object, double matching, long values, int points) {
        double wanted = object.ranges() * values * BLOOM_BYTES_A_VALUE;
        double errors = 1 - Math.pow(1 - BLOOM_ERRORS, points);
        return wanted <= MOST_BLOOM_PERCENT * object.bytes() / 100.0
                ? new Left(matching + errors * (object.ranges() - matching), wanted)
                : new Left(object.ranges(), 0);
    }

    /** Returns the options with which an index of some type serves a condition, where the default does not. */
    static Map<String, String> options(
            IndexKind kind, Condition condition, List<SampledObject> objects, List<long[]> numbers) {
        switch (kind) {
            case VALUES -> {
                long most = most(objects, numbers, condition.form() instanceof Test ? 1 : 2);
                return most <= MOST_VALUES
                        ? Map.of()
                        : Map.of("limit", String.valueOf(MOST_VALUES_ON_REQUEST), "max_bytes", "262144");
            }
            case PREFIX -> {
                int length = prefix((Comparison) condition.form());
                return length == PREFIX ? Map.of() : Map.of("length", String.valueOf(length));
            }
            case BLOOM -> {
                int place = condition.form() instanceof Element ? 1 : 2;
                double percent = 0;
                for (int number = 0; number < objects.size(); number++) {
                    SampledObject object = objects.get(number);
                    double values = object.ranges() * object.mostInRange(numbers.get(number)[place]);
                    percent = Math.max(percent, 100 * values * BLOOM_BYTES_A_VALUE / Math.max(1, object.bytes()));
                }
                return percent <= BLOOM_PERCENT
                        ? Map.of()
                        : Map.of("budget_percent", String.valueOf(Math.min(MOST_BLOOM_PERCENT, (int)
                                Math.ceil(percent))));
            }
            case RANKS -> {
                return Map.of("ranks", String.valueOf(((Outermost) condition.form()).rows()));
            }
            default -> {
                return Map.of();
            }
        }
    }

    private static long most(List<SampledObject> objects, List<long[]> numbers, int place) {
        long most = 0;
        for (int number = 0; number < objects.size(); number++) {
            most = Math.max(most, objects.get(number).mostInRange(numbers.get(number)[place]));
        }
        return most;
    }
}
