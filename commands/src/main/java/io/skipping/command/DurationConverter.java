// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.command;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Parses durations in options as Trino writes them: {@code 500ms}, {@code 30s}, {@code 1m}, {@code 2.5h}, {@code 7d}.
 */
public final class DurationConverter implements ITypeConverter<Duration> {
    private static final Pattern DURATION = Pattern.compile("\\s*(\\d{1,9}(?:\\.\\d{1,9})?)\\s*(ms|s|m|h|d)\\s*");

    @Override
    public Duration convert(String text) {
        Matcher matcher = DURATION.matcher(text);
        if (!matcher.matches()) {
            throw new TypeConversionException(
                    "'%s' is not a duration: write a number and one of ms, s, m, h, d, such as 1m".formatted(text));
        }
        double unitMillis = switch (matcher.group(2)) {
            case "ms" -> 1;
            case "s" -> 1000;
            case "m" -> 60_000;
            case "h" -> 3_600_000;
            default -> 86_400_000;
        };
        return Duration.ofMillis(Math.round(Double.parseDouble(matcher.group(1)) * unitMillis));
    }
}
