// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.common.collect.ImmutableSet;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * Reads the options of an index definition. Errors are {@link IllegalArgumentException}s with a sentence for the user.
 */
public final class IndexOptions {
    private final String indexType;
    private final Map<String, String> options;

    /**
     * Describes an option that limits what a summary holds.
     *
     * @param standard its value if it is not set
     * @param most its greatest value
     */
    public record Limit(String option, double standard, double most) {}

    /**
     * Checks the names of the options.
     *
     * @throws IllegalArgumentException if there is an option that the index type does not have
     */
    public IndexOptions(String indexType, Map<String, String> options, Set<String> known) {
        this.indexType = indexType;
        this.options = options;
        Set<String> unknown = new TreeSet<>(options.keySet());
        unknown.removeAll(known);
        checkArgument(
                unknown.isEmpty(),
                "An index of type %s has no option %s; %s",
                indexType,
                unknown.isEmpty() ? "" : unknown.iterator().next(),
                known.isEmpty() ? "it has none" : "it has " + String.join(", ", new TreeSet<>(known)));
    }

    /**
     * Returns valid options in which each limit has ten times its value, or its greatest.
     *
     * @return empty if each limit has its greatest value already
     */
    public static Map<String, String> roomier(Map<String, String> options, List<Limit> limits) {
        Map<String, String> roomier = new TreeMap<>(options);
        for (Limit limit : limits) {
            String text = options.get(limit.option());
            BigDecimal now = BigDecimal.valueOf(text == null ? limit.standard() : Double.parseDouble(text.trim()));
            BigDecimal more = now.multiply(BigDecimal.TEN).min(BigDecimal.valueOf(limit.most()));
            if (more.compareTo(now) > 0) {
                roomier.put(limit.option(), more.stripTrailingZeros().toPlainString());
            }
        }
        return roomier.equals(options) ? Map.of() : roomier;
    }

    /** Checks that there are no options. */
    public static IndexOptions none(String indexType, Map<String, String> options) {
        return new IndexOptions(indexType, options, ImmutableSet.of());
    }

    /**
     * Returns the value of an option that accepts a whole number, from {@code minimum} to {@code maximum} inclusive.
     */
    public int integer(String option, int defaultValue, int minimum, int maximum) {
        String text = options.get(option);
        if (text == null) {
            return defaultValue;
        }
        try {
            int value = Integer.parseInt(text.trim());
            if (value >= minimum && value <= maximum) {
                return value;
            }
        } catch (NumberFormatException e) {
            // reported below
        }
        throw new IllegalArgumentException(
                "Option %s of an index of type %s must be a whole number from %s to %s, not '%s'"
                        .formatted(option, indexType, minimum, maximum, text));
    }

    /** Returns the value of an option that accepts true or false. */
    public boolean bool(String option, boolean defaultValue) {
        String text = options.get(option);
        if (text == null) {
            return defaultValue;
        }
        return switch (text.trim().toLowerCase(Locale.ROOT)) {
            case "true" -> true;
            case "false" -> false;
            default ->
                throw new IllegalArgumentException("Option %s of an index of type %s must be true or false, not '%s'"
                        .formatted(option, indexType, text));
        };
    }

    /** Returns the value of an option that accepts one of a set of words. */
    public String word(String option, String defaultValue, Set<String> words) {
        String text = options.get(option);
        if (text == null) {
            return defaultValue;
        }
        String word = text.trim().toLowerCase(Locale.ROOT);
        checkArgument(
                words.contains(word),
                "Option %s of an index of type %s must be %s, not '%s'",
                option,
                indexType,
                String.join(" or ", new TreeSet<>(words)),
                text);
        return word;
    }

    /** Returns the value of an option that accepts comma-separated whole numbers in ascending order. */
    public List<Integer> ascending(String option, List<Integer> defaultValues, int minimum, int maximum, int most) {
        String text = options.get(option);
        if (text == null) {
            return defaultValues;
        }
        try {
            List<Integer> values = Arrays.stream(text.split(",", -1))
                    .map(value -> Integer.parseInt(value.trim()))
                    .toList();
            if (!values.isEmpty()
                    && values.size() <= most
                    && values.get(0) >= minimum
                    && values.get(values.size() - 1) <= maximum
                    && IntStream.range(1, values.size()).allMatch(i -> values.get(i - 1) < values.get(i))) {
                return values;
            }
        } catch (NumberFormatException e) {
            // reported below
        }
        throw new IllegalArgumentException(
                "Option %s of an index of type %s must be up to %s ascending whole numbers from %s to %s with commas between them, not '%s'"
                        .formatted(option, indexType, most, minimum, maximum, text));
    }

    /** Returns the value of an option that accepts a number, from {@code minimum} to {@code maximum} inclusive. */
    public double fraction(String option, double defaultValue, double minimum, double maximum) {
        String text = options.get(option);
        if (text == null) {
            return defaultValue;
        }
        try {
            double value = Double.parseDouble(text.trim());
            if (value >= minimum && value <= maximum) {
                return value;
            }
        } catch (NumberFormatException e) {
            // reported below
        }
        throw new IllegalArgumentException("Option %s of an index of type %s must be a number from %s to %s, not '%s'"
                .formatted(option, indexType, minimum, maximum, text));
    }
}
