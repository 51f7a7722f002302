// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.builder.advice;

import io.skipping.builder.advice.Condition.Beginning;
import io.skipping.builder.advice.Condition.Comparison;
import io.skipping.builder.advice.Condition.Containment;
import io.skipping.builder.advice.Condition.Element;
import io.skipping.builder.advice.Condition.Form;
import io.skipping.builder.advice.Condition.Missing;
import io.skipping.builder.advice.Condition.Span;
import io.skipping.builder.advice.Condition.Test;
import io.skipping.builder.advice.Condition.Undecidable;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Defines what is measured of a condition in each object of a sample, as SQL aggregates that give a whole number each, and what
 * follows from the numbers for each index type.
 */
final class Measures {
    /** The options {@code limit} that the index type {@code values} has by default, and the most that is advised. */
    static final long MOST_VALUES = 1000;

    static final long MOST_VALUES_ON_REQUEST = 5000;

    /** Sets how many characters an index of type {@code prefix} keeps. */
    private static final int PREFIX = 8;
    /** Sets how many gaps an index of type {@code gaps} keeps. */
    private static final int GAPS = 8;

    private static final double BLOOM_ERRORS = 0.01;
    private static final double BLOOM_BYTES_A_VALUE = 1.25;
    private static final double BLOOM_BUDGET = 0.02;
    private static final double NGRAM_BUDGET = 0.019;
    private static final int GRAM = 3;
    /** Grams of a fragment that are looked for; more hardly make one rarer. */
    private static final int MOST_GRAMS = 8;

    private static final int NUMBER_BYTES = 8;
    private static final int TEXT_BYTES = 32;

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
                measures.add(flag(gapMisses(comparison, type)));
            }
            case Beginning beginning -> {
                String first = Columns.literal(cut(beginning.text()));
                measures.add(flag("substr(min(TRY(%1$s)), 1, %2$d) <= %3$s AND max(TRY(%1$s)) >= %3$s"
                        .formatted(beginning.value(), beginning.text().length(), Columns.literal(beginning.text()))));
                measures.add("approx_distinct(TRY(substr(%s, 1, %d)))".formatted(beginning.value(), PREFIX));
                measures.add(countIf("starts_with(%s, %s)".formatted(beginning.value(), first)));
            }
            case Containment containment -> {
                List<String> counts = grams(containment.fragments()).stream()
                        .map(gram ->
                                countIf("strpos(%s, %s) > 0".formatted(containment.value(), Columns.literal(gram))))
                        .toList();
                measures.add("least(%s)".formatted(String.join(", ", counts)));
            }
            case Element element -> measures.add("coalesce(sum(cardinality(%s)), 0)".formatted(element.array()));
            case Test test -> measures.add("approx_distinct(%s)".formatted(test.indexed()));
            case Missing _, Undecidable _ -> {}
        }
        return measures;
    }

    private static String cut(String text) {
        return text.length() <= PREFIX ? text : text.substring(0, PREFIX);
    }

    static String countIf(String condition) {
        return "count_if(TRY(%s))".formatted(condition);
    }

    private static String flag(String aggregate) {
        return "CASE WHEN %s THEN 1 ELSE 0 END".formatted(aggregate);
    }

    private static String bounded(Comparison comparison) {
        return or(comparison.spans().stream()
                .map(span -> and(List.of(
                        span.low()
                                .map(low -> "max(TRY(%s)) %s %s"
                                        .formatted(comparison.value(), span.lowIncluded() ? ">=" : ">", low))
                                .orElse("count(TRY(%s)) > 0".formatted(comparison.value())),
                        span.high()
                                .map(high -> "min(TRY(%s)) %s %s"
                                        .formatted(comparison.value(), span.highIncluded() ? "<=" : "<", high))
                                .orElse("true"))))
                .toList());
    }

    /**
     * Returns whether an index of gaps may not know that no value is in the span. There are at most eight gaps wider
     * than a ninth of what all values span, so one of that width is kept.
     */
    private static String gapMisses(Comparison comparison, String type) {
        if (comparison.spans().size() != 1 || !(Columns.isNumberType(type) || Columns.isTimeType(type))) {
            return "true";
        }
        Span span = comparison.spans().getFirst();
        if (span.low().isEmpty() || span.high().isEmpty()) {
            return "true";
        }
        String value = comparison.value();
        String number = Columns.isTimeType(type)
                ? "to_unixtime(CAST(%s AS timestamp(3)))".formatted(value)
                : "CAST(%s AS double)".formatted(value);
        // TRY is the outermost function everywhere: Trino 483 fails to plan an aggregate over a function of TRY
        return "count_if(TRY(%1$s >= %2$s AND %1$s <= %3$s)) > 0 OR coalesce((min(TRY(IF(%1$s > %3$s, %4$s))) - max(TRY(IF(%1$s < %2$s, %4$s)))) * %5$d < max(TRY(%4$s)) - min(TRY(%4$s)), false)"
                .formatted(value, span.low().get(), span.high().get(), number, GAPS + 1);
    }

    private static String and(List<String> terms) {
        return String.join(" AND ", terms);
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
        double valueBytes = Columns.isTextType(type) ? TEXT_BYTES : NUMBER_BYTES;
        switch (form) {
            case Comparison comparison -> {
                boolean bounded = numbers[1] != 0;
                left.put(IndexKind.MINMAX, new Left(bounded ? all : 0, all * (2 * valueBytes + 2)));
                long values = object.mostInRange(numbers[2]);
                left.put(IndexKind.VALUES, values(object, matching, values, MOST_VALUES, valueBytes));
                if (comparison.isOfPoints()) {
                    left.put(IndexKind.BLOOM, bloom(object, matching, values));
                }
                if (Columns.isNumberType(type) || Columns.isTimeType(type)) {
                    left.put(
                            IndexKind.GAPS,
                            new Left(bounded && numbers[3] != 0 ? all : 0, all * 2 * GAPS * valueBytes));
                }
            }
            case Beginning _ -> {
                left.put(IndexKind.MINMAX, new Left(numbers[1] != 0 ? all : 0, all * (2 * TEXT_BYTES + 2)));
                long values = object.mostInRange(numbers[2]);
                left.put(
                        IndexKind.PREFIX,
                        values(object, object.rangesWith(numbers[3]), values, MOST_VALUES, PREFIX + 1));
            }
            case Containment _ ->
                left.put(IndexKind.NGRAM, new Left(object.rangesWith(numbers[1]), NGRAM_BUDGET * object.bytes()));
            case Element _ -> left.put(IndexKind.BLOOM, bloom(object, matching, object.mostInRange(numbers[1])));
            case Test _ -> {
                long values = object.mostInRange(numbers[1]);
                left.put(IndexKind.VALUES, values(object, matching, values, MOST_VALUES_ON_REQUEST, valueBytes));
            }
            case Missing _ -> left.put(IndexKind.NULLS, new Left(matching, all));
            case Undecidable _ -> {}
        }
        return left;
    }

    private static Left values(SampledObject object, double matching, long values, long most, double valueBytes) {
        return values <= most
                ? new Left(matching, object.ranges() * values * valueBytes)
                : new Left(object.ranges(), 0);
    }

    private static Left bloom(SampledObject object, double matching, long values) {
        double wanted = object.ranges() * values * BLOOM_BYTES_A_VALUE;
        double room = BLOOM_BUDGET * object.bytes();
        // with half the bits a value a filter is of little use
        return wanted <= 2 * room
                ? new Left(matching + BLOOM_ERRORS * (object.ranges() - matching), Math.min(wanted, room))
                : new Left(object.ranges(), 0);
    }
}
