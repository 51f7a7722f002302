// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.explain;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.joining;

import io.skipping.index.explain.Remedies;
import io.skipping.index.explain.Remedy;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Gives what users of Spark run to have an index, or a better one.
 *
 * @param index the code that returns the {@code SkippingIndex}
 */
public record SparkRemedies(String index) implements Remedies {
    public SparkRemedies {
        requireNonNull(index, "index is null");
    }

    @Override
    public Remedy build() {
        return Remedy.ofStatement(index + ".build()");
    }

    @Override
    public Remedy create(String type, List<String> columns, Map<String, String> options) {
        String arguments = options.isEmpty()
                ? Stream.concat(Stream.of(type), columns.stream())
                        .map(SparkRemedies::quoted)
                        .collect(joining(", "))
                : "%s, List.of(%s), Map.of(%s)"
                        .formatted(
                                quoted(type),
                                columns.stream().map(SparkRemedies::quoted).collect(joining(", ")),
                                options.entrySet().stream()
                                        .flatMap(option -> Stream.of(option.getKey(), option.getValue()))
                                        .map(SparkRemedies::quoted)
                                        .collect(joining(", ")));
        return Remedy.ofStatement("%s.create(%s).build()".formatted(index, arguments));
    }

    /** Returns nothing: it depends on who writes the files. */
    @Override
    public Remedy layOut(String column) {
        return Remedy.NONE;
    }

    /** Returns a text as a string literal, in quotes. */
    public static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }
}
