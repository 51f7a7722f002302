// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.demo;

import io.skipping.testing.console.Quantity;
import io.skipping.testing.lake.Setting;
import io.skipping.testing.s3.RequestCounts;
import io.skipping.testing.s3.RequestKind;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.IntStream;

/** Writes the result of the demo as text. */
final class DemoReport {
    private DemoReport() {}

    static String of(DemoResult result) {
        StringBuilder report = new StringBuilder();
        result.queries().forEach(query -> report.append(section(query)).append('\n'));
        report.append(result.likeMeters().text()).append('\n');
        RequestCounts build = result.index().job().counts();
        report.append(String.format(
                Locale.ROOT,
                "Index: built in %s (%d requests, %s read), %s in %s, %.2f %% of the data\n",
                Quantity.seconds(result.index().job().seconds()),
                build.requests(),
                Quantity.bytes(build.bytesSent()),
                Quantity.bytes(result.index().bytes()),
                result.index().engine().orElse("the store"),
                100 * result.index().ratio()));
        result.index()
                .engine()
                .ifPresent(engine ->
                        report.append("Requests and bytes are those of S3; what %s is asked is in the time only\n"
                                .formatted(engine)));
        report.append(
                result.equalResults()
                        ? "All results are equal\n"
                        : "RESULTS DIFFER: this is a bug, please report it\n");
        return report.toString();
    }

    private static String section(Comparison comparison) {
        StringBuilder section = new StringBuilder();
        section.append(comparison.query().description()).append("\n\n");
        section.append(comparison.query().sql().indent(2)).append('\n');
        section.append(result(comparison)).append('\n');
        section.append("%d of %d objects hold a row that the query wants\n\n"
                .formatted(comparison.objectsMatching(), comparison.objectsTotal()));
        section.append(table(comparison)).append('\n');
        Measurement.Run plain = comparison.median(Setting.PLAIN);
        Measurement.Run skipping = comparison.median(Setting.SKIPPING);
        section.append("Skipping: %s fewer requests, %s fewer bytes, %s faster\n"
                .formatted(
                        Quantity.factor(
                                plain.counts().requests(), skipping.counts().requests()),
                        Quantity.factor(
                                plain.counts().bytesSent(), skipping.counts().bytesSent()),
                        Quantity.factor(plain.seconds(), skipping.seconds())));
        return section.toString();
    }

    private static String result(Comparison comparison) {
        List<Object> row = comparison.rows().getFirst();
        return "Result: %s meters, %s kWh on average".formatted(row.getFirst(), row.getLast());
    }

    private static String table(Comparison comparison) {
        Set<RequestKind> kinds = EnumSet.noneOf(RequestKind.class);
        comparison
                .measurements()
                .keySet()
                .forEach(setting -> kinds.addAll(
                        comparison.median(setting).counts().byKind().keySet()));
        List<List<String>> lines = new ArrayList<>();
        List<String> head = new ArrayList<>(List.of("", "objects read", "requests"));
        kinds.forEach(kind -> head.add(kind.name()));
        head.addAll(List.of("bytes", "time"));
        lines.add(head);
        for (Setting setting : comparison.measurements().keySet()) {
            Measurement.Run run = comparison.median(setting);
            List<String> line = new ArrayList<>();
            line.add(setting.title());
            line.add(Long.toString(run.counts().data().objectsRead()));
            line.add(Long.toString(run.counts().requests()));
            kinds.forEach(kind -> line.add(Long.toString(run.counts().count(kind))));
            line.add(Quantity.bytes(run.counts().bytesSent()));
            line.add(Quantity.seconds(run.seconds()));
            lines.add(line);
        }
        return aligned(lines);
    }

    /** Aligns the first column to the left and numbers to the right. */
    private static String aligned(List<List<String>> lines) {
        int[] widths = IntStream.range(0, lines.getFirst().size())
                .map(column -> lines.stream()
                        .mapToInt(line -> line.get(column).length())
                        .max()
                        .orElse(0))
                .toArray();
        StringBuilder table = new StringBuilder();
        for (List<String> line : lines) {
            table.append("  ")
                    .append(line.getFirst())
                    .append(" ".repeat(widths[0] - line.getFirst().length()));
            for (int column = 1; column < widths.length; column++) {
                table.append("  ")
                        .append(" ".repeat(widths[column] - line.get(column).length()))
                        .append(line.get(column));
            }
            table.append('\n');
        }
        return table.toString();
    }
}
