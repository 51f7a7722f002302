// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.formats;

import static java.util.stream.Collectors.joining;

import io.skipping.testing.lake.Sql;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** An experiment of the CIF paper: questions of one or several tables, in some formats. */
enum CifFigure {
    SCANS(
            "Figure 7: scans of a column or of all",
            List.of(
                    Format.TEXT,
                    Format.SEQUENCE,
                    Format.AVRO,
                    Format.RC_TEXT,
                    Format.RC_BINARY,
                    Format.RC_BINARY_GZIP,
                    Format.PARQUET,
                    Format.ORC)),
    SELECTIVITY(
            "Figure 10: a key of the map, of the records whose string has a pattern",
            List.of(Format.TEXT, Format.SEQUENCE, Format.AVRO, Format.RC_BINARY, Format.PARQUET, Format.ORC)),
    WIDTH(
            "Figure 11: tables of 20 to 80 columns",
            List.of(Format.TEXT, Format.CSV, Format.SEQUENCE, Format.RC_BINARY, Format.PARQUET, Format.ORC)),
    CRAWL(
            "Table 1: the types of contents of URLs that have a pattern",
            List.of(
                    Format.TEXT,
                    Format.SEQUENCE,
                    Format.SEQUENCE_GZIP,
                    Format.AVRO,
                    Format.RC_BINARY,
                    Format.RC_BINARY_GZIP,
                    Format.PARQUET,
                    Format.ORC));

    private static final String MAP = "sum(element_at(map1, %s))".formatted(Sql.literal(SyntheticRecords.key(37)));

    private final String title;
    private final List<Format> formats;

    CifFigure(String title, List<Format> formats) {
        this.title = title;
        this.formats = formats;
    }

    /** Returns the title for human readers. */
    String title() {
        return title;
    }

    List<Contender> contenders() {
        return Contender.of(formats);
    }

    /** Returns the questions of this figure that are about a table; empty if it is not about that table. */
    List<Question> questions(CifData data) {
        return switch (this) {
            case SCANS -> data.name().equals("figures") ? scans(data) : List.of();
            case SELECTIVITY -> data.name().equals("figures") ? selectivity(data) : List.of();
            case WIDTH -> data.name().startsWith("columns") ? width(data) : List.of();
            case CRAWL -> data.name().equals("crawl") ? crawl(data) : List.of();
        };
    }

    private static List<Question> scans(CifData data) {
        Map<String, String> projections = new LinkedHashMap<>();
        projections.put("integer", "sum(int2)");
        projections.put("string", checksum("str3"));
        projections.put("map", MAP);
        projections.put("string-map", checksum("str3") + ", " + MAP);
        projections.put("all", checksums(data, data.columns().size()));
        return projections.entrySet().stream()
                .map(each -> question(data, "scan/" + each.getKey(), "of all records", each.getValue(), ""))
                .toList();
    }

    private static List<Question> selectivity(CifData data) {
        List<Question> questions = new ArrayList<>();
        Map.of("clustered", "str1", "scattered", "str2").entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .forEach(where -> CifData.SHARES.forEach(share -> questions.add(question(
                        data,
                        "selectivity=%d/%s".formatted(share, where.getKey()),
                        "%d %% of the records".formatted(share),
                        MAP,
                        " WHERE %s LIKE '%s'".formatted(where.getValue(), CifData.pattern(share))))));
        return questions;
    }

    private static List<Question> width(CifData data) {
        int width = data.columns().size();
        long first = data.count() / 2;
        String hundredth = " WHERE c1 BETWEEN '%s' AND '%s'"
                .formatted(CifData.number(first), CifData.number(first + data.count() / 100 - 1));
        Map<String, Integer> projections = new LinkedHashMap<>();
        projections.put("one", 1);
        projections.put("tenth", width / 10);
        projections.put("all", width);
        List<Question> questions = new ArrayList<>();
        projections.forEach((name, columns) -> {
            String prefix = "columns=%d/%s/".formatted(width, name);
            String what = "%d of %d columns of ".formatted(columns, width);
            String sql = checksums(data, columns);
            questions.add(question(data, prefix + "everything", what + "all records", sql, ""));
            questions.add(question(data, prefix + "clustered", what + "a clustered hundredth", sql, hundredth));
        });
        return questions;
    }

    private static List<Question> crawl(CifData data) {
        String types =
                "array_join(array_sort(array_agg(DISTINCT element_at(metadata, 'content-type'))), ' '), count(*)";
        String where = " WHERE %%s LIKE '%%%%%s%%%%'".formatted(CifData.PATTERN);
        return List.of(
                question(data, "crawl/clustered", "of URLs that stand together", types, where.formatted("url")),
                question(data, "crawl/scattered", "of URLs that are everywhere", types, where.formatted("srcurl")));
    }

    private static Question question(CifData data, String name, String description, String select, String where) {
        String sql = "SELECT %s FROM %%s%s".formatted(select, where.replace("%", "%%"));
        return new Question(name, description, data.name(), sql);
    }

    /** Returns a checksum of each of the last columns, which are random. */
    private static String checksums(CifData data, int count) {
        List<String> columns = List.copyOf(data.columns().keySet());
        return columns.subList(columns.size() - count, columns.size()).stream()
                .map(CifFigure::checksum)
                .collect(joining(", "));
    }

    private static String checksum(String column) {
        return "to_hex(checksum(%s))".formatted(column);
    }
}
