// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.pruning;

import io.skipping.testing.lake.IndexedTable;
import io.skipping.testing.lake.Setting;
import io.skipping.testing.logs.LogLines;
import io.skipping.testing.logs.LogOptions;
import io.skipping.testing.logs.RareWord;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;

/** Searches log lines in many objects for words. */
final class LogWorkload implements Workload {
    private static final double MOST_TIGHTNESS = 1.3;
    private static final int LONGEST = 12;

    /** The table with an index of type ngram over messages. */
    private static final String MESSAGES = "logs";
    /** A table over the same objects as whole lines, with an index of type ngram over them. */
    private static final String LINES = "lines";

    private final LogOptions options;
    private final boolean quick;
    private Lake.DataSet data;

    /** @param quick whether to search for fewer words, and to measure no costs */
    LogWorkload(LogOptions options, boolean quick) {
        this.options = options;
        this.quick = quick;
    }

    @Override
    public String title() {
        return "Log lines";
    }

    @Override
    public void prepare(Lake lake) throws IOException, SQLException {
        data = lake.write(MESSAGES, sink -> LogLines.generate(options, sink));
        createTable(lake, MESSAGES);
        IndexedTable messages = lake.index(MESSAGES);
        messages.request("ngram", List.of("message"));
        messages.build();
        createLines(lake, LINES);
        IndexedTable lines = lake.index(LINES);
        lines.request("ngram", List.of("line"));
        lines.build();
    }

    private void createTable(Lake lake, String table) throws SQLException {
        lake.queries().rows(LogLines.createTable(Lake.name(Setting.SKIPPING, table), false, data.location()));
    }

    private void createLines(Lake lake, String table) throws SQLException {
        lake.queries().rows(LogLines.createTable(Lake.name(Setting.SKIPPING, table), true, data.location()));
    }

    @Override
    public List<Group> groups(Lake lake) throws SQLException {
        String rare = LogLines.rareWords().getFirst().word();
        List<PruningCase> forms = List.of(
                rare("like", MESSAGES, "message LIKE '%" + rare + "%'", "message"),
                rare("regexp", MESSAGES, "regexp_like(message, '" + rare + "')", "message"),
                rare("strpos", MESSAGES, "strpos(message, '" + rare + "') > 0", "message"),
                rare("line", LINES, "line LIKE '%" + rare + "%'", "line"));
        List<PruningCase> fragments = fragments(lake).stream()
                .map(fragment -> PruningCase.where(
                        "logs/fragment/" + fragment,
                        MESSAGES,
                        "message LIKE '%" + fragment + "%'",
                        "message",
                        Target.NONE))
                .toList();
        String size = "%,d text objects of %d kB".formatted(options.objects(), options.bytes() / 1000);
        return List.of(
                new Group(
                        "rare-word",
                        "Log lines: a rare word",
                        size + ", an index of type `ngram` over the messages, and one over whole lines.",
                        forms),
                new Group(
                        "fragments",
                        "Log lines: words and fragments",
                        "The same objects, by the index over messages: rare words and parts of them, more and less frequent"
                                + " words of the vocabulary, the id of a request, words that no message has. The stock"
                                + " connector answered all in one scan.",
                        fragments,
                        true,
                        OptionalDouble.of(MOST_TIGHTNESS),
                        List.of()));
    }

    private static PruningCase rare(String name, String table, String condition, String column) {
        return PruningCase.where("logs/rare/" + name, table, condition, column, Target.bytes(2));
    }

    private Set<String> fragments(Lake lake) throws SQLException {
        Set<String> fragments = new LinkedHashSet<>();
        LogLines.rareWords().stream().map(RareWord::word).forEach(fragments::add);
        fragments.addAll(List.of("isenbu", "erfuf", "pressure"));
        if (quick) {
            fragments.retainAll(Set.of("heisenbug", "isenbu"));
        }
        for (double part : quick ? List.of(0.5) : List.of(0.01, 0.1, 0.3, 0.5, 0.7, 0.9, 0.99)) {
            String word = LogLines.word(options, part);
            fragments.add(word.substring(0, Math.min(word.length(), LONGEST)));
        }
        fragments.add(requestId(lake));
        fragments.addAll(quick ? List.of("zeppelin") : List.of("zeppelin", "bumblebee", "xylophone", "fjord", "jazz"));
        return fragments;
    }

    /** Returns the id of a request that an object in the middle mentions. */
    private String requestId(Lake lake) throws SQLException {
        return (String) lake.queries()
                .rows(
                        "SELECT min(regexp_extract(message, 'request=([0-9a-f]{8})', 1)) FROM %s WHERE \"$path\" LIKE '%%logs-%05d%%'"
                                .formatted(Lake.name(Setting.PLAIN, MESSAGES), options.objects() / 2))
                .getFirst()
                .getFirst();
    }

    @Override
    public List<IndexKind> indexes() {
        List<String> all = List.of("at", "level", "host", "path", "agent", "message");
        List<IndexKind> kinds = new ArrayList<>();
        if (quick) {
            return kinds;
        }
        kinds.add(new IndexKind("auto", data, this::createTable, all, Map.of(), OptionalDouble.of(0.5)));
        kinds.add(new IndexKind(
                "ngram",
                data,
                this::createTable,
                List.of("message"),
                Map.of("ngram", List.of(List.of("message"))),
                OptionalDouble.of(2)));
        kinds.add(new IndexKind(
                "ngram_line",
                data,
                this::createLines,
                List.of("line"),
                Map.of("ngram", List.of(List.of("line"))),
                OptionalDouble.of(2)));
        kinds.add(new IndexKind(
                "prefix",
                data,
                this::createTable,
                List.of("path"),
                Map.of("prefix", List.of(List.of("path"))),
                OptionalDouble.empty()));
        return kinds;
    }
}
