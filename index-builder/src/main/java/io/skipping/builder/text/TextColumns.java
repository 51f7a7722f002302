// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.builder.text;

import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/** Lays out rows of cells as lines of text with columns as wide as their longest cells. */
public final class TextColumns {
    private static final String GAP = "  ";

    private TextColumns() {}

    /**
     * Returns one line for each row.
     *
     * @param rows all of the same length, the header first
     * @param areLeft whether the cells of a column begin at the same place; the others end there
     * @param indent before each line
     */
    public static String of(List<List<String>> rows, IntPredicate areLeft, String indent) {
        int[] widths = IntStream.range(0, rows.getFirst().size())
                .map(column -> rows.stream()
                        .mapToInt(row -> row.get(column).length())
                        .max()
                        .orElse(0))
                .toArray();
        StringBuilder text = new StringBuilder();
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder(indent);
            for (int column = 0; column < widths.length; column++) {
                String cell = row.get(column);
                String padding = " ".repeat(widths[column] - cell.length());
                line.append(column == 0 ? "" : GAP).append(areLeft.test(column) ? cell + padding : padding + cell);
            }
            text.append(line.toString().stripTrailing()).append(System.lineSeparator());
        }
        return text.toString();
    }
}
