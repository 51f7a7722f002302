// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.builder;

import static java.util.function.Function.identity;
import static java.util.stream.Collectors.toSet;

import io.skipping.builder.advice.Advice;
import io.skipping.builder.advice.Adviser;
import io.skipping.builder.advice.ColumnProbes;
import io.skipping.builder.advice.Columns;
import io.skipping.builder.advice.Condition;
import io.skipping.builder.advice.DecidableConditions;
import io.skipping.builder.advice.FilterReader;
import io.skipping.builder.advice.GroupedMeasures;
import io.skipping.builder.advice.LoggedQueries;
import io.skipping.builder.advice.MeasuredSample;
import io.skipping.builder.advice.Question;
import io.skipping.builder.advice.SampleSql;
import io.skipping.builder.advice.SampledObject;
import io.skipping.builder.advice.Scan;
import io.skipping.builder.advice.ScanMetrics;
import io.skipping.builder.build.BuildTotals;
import io.skipping.builder.build.TableBuild;
import io.skipping.builder.catalog.IndexStatus;
import io.skipping.builder.catalog.SkippingCatalog;
import io.skipping.builder.catalog.SkippingCatalog.Sample;
import io.skipping.builder.job.JobException;
import io.skipping.builder.job.JobException.Scope;
import io.skipping.command.TableName;
import io.skipping.command.Texts;
import io.skipping.command.progress.Progress;
import io.skipping.command.progress.Steps;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Works out the advice for one table: takes a sample, has the server measure it, and applies what is advised. */
final class TableAdvice {
    private static final int FEWEST_OBJECTS = 4;
    private static final int MOST_QUESTIONS = 20;
    private static final Pattern FORMAT = Pattern.compile("format = '(\\w+)'");
    private static final Pattern PARTITIONS = Pattern.compile("partitioned_by = ARRAY\\[([^\\]]*)\\]");
    private static final Pattern NAME = Pattern.compile("'([^']+)'");
    private static final Set<String> COLUMNAR = Set.of("ORC", "PARQUET");
    private static final Set<String> LINES = Set.of("TEXTFILE", "CSV", "JSON");
    private static final Pattern COMPRESSED = Pattern.compile(".*\\.(gz|bz2|zst|lz4|snappy|deflate|lzo)");
    private static final long RANGE_OF_LINES = 256 << 10;
    private static final long RANGE_OF_BLOCKS = 1 << 20;

    private final SkippingCatalog catalog;
    private final TableName table;
    private final int sampleObjects;
    private final long mostBytes;
    private final Steps steps;
    private final List<Question> questions = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private String definition;
    private List<IndexStatus> indexes;
    private Columns columns;
    private FilterReader reader;
    private Sample sample;
    private SampleSql sql;
    private boolean isAboutColumns;
    private final Map<String, String> knownTypes = new HashMap<>();
    private Duration measured = Duration.ZERO;

    TableAdvice(SkippingCatalog catalog, TableName table, int sampleObjects, long mostBytes, Steps steps) {
        this.catalog = catalog;
        this.table = table;
        this.sampleObjects = sampleObjects;
        this.mostBytes = mostBytes;
        this.steps = steps;
    }

    TableName table() {
        return table;
    }

    Sample sample() {
        return sample;
    }

    long sampledBytes() {
        return sample.chosen().stream().mapToLong(Sample.Sampled::bytes).sum();
    }

    /** Returns what the user should know beside the advice. */
    List<String> notes() {
        return notes;
    }

    /** @return whether the table has objects */
    boolean takeSample() {
        indexes = catalog.indexes(table);
        definition = catalog.definition(table);
        columns = new Columns(catalog.columns(table), partitions(definition));
        reader = new FilterReader(catalog.name(), table, columns);
        Sample chosen = catalog.sample(table, sampleObjects);
        if (chosen.chosen().isEmpty()) {
            return false;
        }
        sample = new Sample(thinned(chosen.chosen()), chosen.objects(), chosen.bytes(), chosen.unindexed());
        sql = new SampleSql(
                table.inCatalog(catalog.name()),
                sample.chosen().stream().map(Sample.Sampled::path).toList());
        return true;
    }

    private static Set<String> partitions(String definition) {
        Matcher matcher = PARTITIONS.matcher(definition);
        return matcher.find()
                ? NAME.matcher(matcher.group(1))
                        .results()
                        .map(name -> name.group(1))
                        .collect(toSet())
                : Set.of();
    }

    /** Takes as many, evenly, as the limits allow. */
    private List<Sample.Sampled> thinned(List<Sample.Sampled> chosen) {
        double average =
                chosen.stream().mapToLong(Sample.Sampled::bytes).average().orElse(1);
        long room = Math.max(FEWEST_OBJECTS, (long) (mostBytes / Math.max(1, average)));
        int wanted = (int) Math.min(chosen.size(), Math.min(sampleObjects, room));
        return Stream.iterate(0, number -> number + 1)
                .limit(wanted)
                .map(number -> chosen.get((int) ((long) number * chosen.size() / wanted)))
                .toList();
    }

    /** @throws IllegalArgumentException if it is no query of the table */
    void askQuery(String query) {
        List<Question> asked = reader.ofQuery(query).stream()
                .filter(scan -> !scan.isUnconditional())
                .map(Question::of)
                .toList();
        if (asked.isEmpty()) {
            notes.add("%s: it has no condition on columns of %s alone, so that every object holds rows for it"
                    .formatted(query, table));
        }
        questions.addAll(asked);
    }

    void askLog(LoggedQueries log) {
        if (log.lines() == 0) {
            throw new JobException(
                    Scope.TABLE,
                    "%s: the log has no line about this table of catalog %s".formatted(table, catalog.name()));
        }
        List<String> expressions = new ArrayList<>();
        for (String expression : log.expressions(columns)) {
            if (reader.isOverColumns(expression)) {
                expressions.add(expression);
            } else {
                notes.add("%s is left out: it is not over columns that the table has now".formatted(expression));
            }
        }
        Map<String, String> types = types(expressions);
        LoggedQueries.Questions read = log.questions(reader, columns, types);
        questions.addAll(read.questions());
        read.unreadable().forEach(question -> notes.add("a question of the log is left out: " + question));
        if (log.unconditional() > 0) {
            notes.add(
                    "%s of %s scans in the log have no condition that could be logged; with skipping.query-log.query-text=true the log has those that no index decides"
                            .formatted(Texts.count(log.unconditional()), Texts.count(log.lines())));
        }
        if (!log.withoutValues().isEmpty()) {
            notes.add("the log has no values (skipping.query-log.literals=false); values of the sample are asked for");
            askAboutColumns(log.withoutValues());
        }
        if (questions.isEmpty()) {
            throw new JobException(
                    Scope.TABLE,
                    "%s: none of the %s lines of the log has a condition that can be measured"
                            .formatted(table, Texts.count(log.lines())));
        }
    }

    void askAboutColumns() {
        isAboutColumns = true;
        askAboutColumns(ColumnProbes.probed(columns).stream()
                .collect(Collectors.toMap(identity(), _ -> 1L, (first, _) -> first, LinkedHashMap::new)));
    }

    private void askAboutColumns(Map<String, Long> asked) {
        List<String> probed =
                ColumnProbes.probed(columns).stream().filter(asked::containsKey).toList();
        if (probed.isEmpty()) {
            throw new JobException(
                    Scope.TABLE, "%s has no column that an index could be over; give --query".formatted(table));
        }
        List<List<String>> results = probed.stream()
                .map(column -> ColumnProbes.results(column, columns))
                .toList();
        List<String> answers = catalog.rows(
                        table,
                        sql.overSample(results.stream().flatMap(List::stream).toList()))
                .getFirst();
        int first = 0;
        for (int column = 0; column < probed.size(); column++) {
            int count = results.get(column).size();
            String name = probed.get(column);
            ColumnProbes.question(name, columns, answers.subList(first, first + count), asked.get(name), reader)
                    .ifPresent(questions::add);
            first += count;
        }
    }

    Advice advise() {
        List<Question> common = questions.stream()
                .sorted(Comparator.comparingLong(Question::asked).reversed())
                .limit(Math.max(MOST_QUESTIONS, columns.count()))
                .toList();
        if (common.size() < questions.size()) {
            notes.add("the %d commonest of %d questions are measured".formatted(common.size(), questions.size()));
        }
        List<Adviser.Asked> asked = new ArrayList<>();
        for (int number = 0; number < common.size(); number++) {
            begin("asking question", number, common.size());
            asked(common.get(number)).ifPresent(asked::add);
        }
        List<Condition> conditions = asked.stream()
                .flatMap(question ->
                        Stream.concat(question.conditions().stream().flatMap(List::stream), question.whole().stream()))
                .distinct()
                .toList();
        return new Adviser(measure(conditions), existing()).advise(asked);
    }

    /** @param done how many were before, of all */
    private void begin(String step, int done, int all) {
        steps.begin("%s: %s %s of %s"
                .formatted(Texts.printable(table.toString()), step, Texts.count(done + 1), Texts.count(all)));
    }

    /** Asks the server what the index leaves for a question, and what could decide it; empty if the question fails. */
    private Optional<Adviser.Asked> asked(Question question) {
        List<Double> now = new ArrayList<>();
        List<List<Condition>> conditions = new ArrayList<>();
        List<Condition> whole = new ArrayList<>();
        try {
            for (Scan scan : question.variants()) {
                // of columns, none of which is a partition's, a table without index reads everything
                now.add(isAboutColumns && !existing().built() ? 1 : shareRead(scan));
                whole.add(whole(scan));
                conditions.add(decidable(scan, whole.getLast()));
            }
        } catch (JobException e) {
            if (e.scope() == Scope.SERVER || e.scope() == Scope.NO_TABLE) {
                throw e;
            }
            notes.add("%s is left out: %s".formatted(question.text(), e.getMessage()));
            return Optional.empty();
        }
        return Optional.of(new Adviser.Asked(question, now, conditions, whole));
    }

    /** Returns the condition of rows that match. For the first rows of an order, the sample tells which rows these are. */
    private Condition whole(Scan scan) {
        if (scan.order().isEmpty()) {
            return Condition.counted(scan.test());
        }
        Scan.Order order = scan.order().get();
        String type = typesOf(List.of(order.value())).getOrDefault(order.value(), "varchar");
        String last = catalog.rows(table, sql.last(order)).getFirst().getFirst();
        return Condition.counted(
                last == null
                        ? "false"
                        : "%s %s CAST(%s AS %s)"
                                .formatted(
                                        order.value(), order.ascending() ? "<=" : ">=", Columns.literal(last), type));
    }

    private List<Condition> decidable(Scan scan, Condition whole) {
        Optional<DecidableConditions> decidable =
                DecidableConditions.of(plan(catalog.explainForPrograms(table, sql.explain(scan))), columns);
        if (decidable.isEmpty()) {
            return List.of();
        }
        if (scan.order().isPresent()) {
            return decidable.get().outermost().map(form -> new Condition(whole.test(), form)).stream()
                    .toList();
        }
        return Stream.concat(
                        decidable.get().conditions(scan, typesOf(decidable.get().values())).stream(),
                        DecidableConditions.tests(scan, columns).stream())
                .toList();
    }

    private double shareRead(Scan scan) {
        return ScanMetrics.shareRead(
                plan(catalog.rows(table, sql.explainAnalyze(scan))),
                scan.order().isPresent() ? sample.bytes() : sampledBytes());
    }

    private static String plan(List<List<String>> rows) {
        return rows.stream().map(List::getFirst).collect(Collectors.joining("\n"));
    }

    private MeasuredSample measure(List<Condition> conditions) {
        Map<String, String> types = typesOf(SampleSql.values(conditions));
        SampleSql.Layout layout = SampleSql.Layout.of(conditions, types);
        Map<String, Long> ranges = ranges();
        Map<String, Sample.Sampled> byPath = new HashMap<>();
        sample.chosen().forEach(object -> byPath.put(object.path(), object));
        List<List<String>> groups = SampleSql.groups(layout.sql());
        GroupedMeasures measures = new GroupedMeasures(layout.sql().size());
        long start = System.nanoTime();
        for (int group = 0; group < groups.size(); group++) {
            begin("measuring its sample, reading", group, groups.size());
            measures.add(groups.get(group).size(), catalog.rows(table, sql.measures(groups.get(group))));
        }
        // each group reads the sample once, as a build does
        measured = Duration.ofNanos(System.nanoTime() - start).dividedBy(groups.size());
        List<SampledObject> objects = new ArrayList<>();
        List<long[]> numbers = new ArrayList<>();
        measures.complete().forEach((path, ofObject) -> {
            Sample.Sampled object = byPath.get(path);
            if (object != null) {
                objects.add(new SampledObject(path, object.bytes(), ranges.get(path), ofObject.rows()));
                numbers.add(ofObject.numbers());
            }
        });
        return new MeasuredSample(objects, layout, numbers, types);
    }

    /** Returns how many ranges each object of the sample has, or would have. */
    private Map<String, Long> ranges() {
        Matcher matcher = FORMAT.matcher(definition);
        String format = matcher.find() ? matcher.group(1).toUpperCase(Locale.ROOT) : "";
        Map<String, Long> ranges = new HashMap<>();
        for (Sample.Sampled object : sample.chosen()) {
            long rangeSize = LINES.contains(format) ? RANGE_OF_LINES : RANGE_OF_BLOCKS;
            boolean single = COLUMNAR.contains(format)
                    || COMPRESSED
                            .matcher(object.path().toLowerCase(Locale.ROOT))
                            .matches();
            long guess = single ? 1 : Math.max(1, Math.round((double) object.bytes() / rangeSize));
            ranges.put(object.path(), object.ranges() > 0 ? object.ranges() : guess);
        }
        return ranges;
    }

    private Map<String, String> typesOf(List<String> expressions) {
        List<String> unknown = expressions.stream()
                .filter(expression -> !knownTypes.containsKey(expression))
                .toList();
        knownTypes.putAll(types(unknown));
        return knownTypes;
    }

    /** Returns the types of expressions over the table; those that the server does not accept are left out. */
    private Map<String, String> types(List<String> expressions) {
        Map<String, String> types = new LinkedHashMap<>();
        if (expressions.isEmpty()) {
            return types;
        }
        try {
            take(expressions, types);
        } catch (JobException e) {
            if (e.scope() == Scope.SERVER) {
                throw e;
            }
            for (String expression : expressions) {
                try {
                    take(List.of(expression), types);
                } catch (JobException single) {
                    notes.add("%s is left out: %s".formatted(expression, single.getMessage()));
                }
            }
        }
        return types;
    }

    private void take(List<String> expressions, Map<String, String> types) {
        List<String> found = catalog.typesInOrder(table, sql.types(expressions));
        for (int number = 0; number < found.size(); number++) {
            types.put(expressions.get(number), found.get(number));
        }
    }

    private Adviser.Existing existing() {
        Set<String> names = indexes.stream()
                .filter(index -> index.objectsIndexed() > 0)
                .map(IndexStatus::name)
                .collect(toSet());
        Set<String> requested = indexes.stream()
                .filter(index -> index.requested() && index.nextBuild().equals("keep"))
                .map(IndexStatus::name)
                .collect(toSet());
        boolean complete = sample.unindexed() == 0
                && indexes.stream().noneMatch(index -> index.nextBuild().equals("add"));
        return new Adviser.Existing(!names.isEmpty(), names, requested, complete);
    }

    /** Returns how long a build takes, at the pace of the measurement. */
    Duration timeToReadAll() {
        return Duration.ofNanos((long) (measured.toNanos() * ((double) sample.bytes() / Math.max(1, sampledBytes()))));
    }

    String statement(Advice.Proposal proposal) {
        return catalog.sql().createIndex(table, proposal.kind().typeName(), proposal.columns(), proposal.options());
    }

    void request(Advice advice) {
        Set<String> statements = new LinkedHashSet<>();
        advice.requests().forEach(proposal -> statements.add(statement(proposal)));
        statements.forEach(statement -> catalog.call(table, statement));
    }

    BuildTotals build(Progress progress) {
        return new TableBuild(catalog, table, Optional.empty()).run(progress);
    }

    /** Returns what each question of an advice reads, on average over its variants. */
    List<Double> shares(Advice advice) {
        List<Double> shares = new ArrayList<>();
        for (Advice.Finding finding : advice.findings()) {
            begin("asking again, question", shares.size(), advice.findings().size());
            shares.add(finding.question().variants().stream()
                    .mapToDouble(this::shareRead)
                    .average()
                    .orElse(1));
        }
        return shares;
    }
}
