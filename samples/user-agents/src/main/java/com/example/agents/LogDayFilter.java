// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package com.example.agents;

import io.skipping.index.filter.ObjectFilter;
import io.skipping.index.predicate.Predicate;
import io.skipping.index.predicate.Predicate.And;
import io.skipping.index.predicate.Predicate.InSet;
import io.skipping.index.predicate.Predicate.Or;
import io.skipping.index.value.Key;
import io.skipping.index.value.ScalarType;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Skips objects by their names: {@code access-2024-05-01.log} of the table {@code access_log} contains only lines with
 * that {@code day}.
 */
public final class LogDayFilter implements ObjectFilter {
    private static final Pattern NAME = Pattern.compile(".*/access-(\\d{4}-\\d{2}-\\d{2})\\.log");

    @Override
    public String name() {
        return "log.day";
    }

    @Override
    public boolean mayMatch(Predicate predicate, Candidate object) {
        Matcher matcher = NAME.matcher(object.version().path());
        if (!object.table().equals("access_log") || !matcher.matches()) {
            return true;
        }
        try {
            return mayMatch(predicate, LocalDate.parse(matcher.group(1)).toEpochDay());
        } catch (DateTimeException e) {
            return true;
        }
    }

    private static boolean mayMatch(Predicate predicate, long day) {
        return switch (predicate) {
            case And and -> and.operands().stream().allMatch(operand -> mayMatch(operand, day));
            case Or or -> or.operands().stream().anyMatch(operand -> mayMatch(operand, day));
            case InSet in
            when in.column().name().equals("day") && in.column().type().equals(ScalarType.DATE) ->
                in.values().contains(Key.of(day));
            // any other predicate may match some line
            default -> true;
        };
    }
}
