// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino;

import static io.skipping.trino.SkippingQueryRunner.SCHEMA;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.collect.HashMultiset;
import com.google.common.collect.Lists;
import com.google.common.collect.Multiset;
import io.skipping.trino.PredicateQuestions.Question;
import io.skipping.trino.PredicatesPage.Indexes;
import io.trino.Session;
import io.trino.spi.type.TimeZoneKey;
import io.trino.testing.MaterializedRow;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/**
 * Conditions as people write them, over tables with the same rows and other indexes: each gives the rows of the stock connector,
 * and {@code docs/predicates.md} tells which of them skip by which indexes.
 */
public class TestPredicates extends AbstractLakeTest {
    /** Whether to write the page in place of comparing it; {@code bin/docs} does. */
    private static final String WRITE = "predicates-page.write";

    private static final long SEED = Long.getLong("property.seed", 20_261_125L);

    /** How many conditions are asked beside those of the page. */
    private static final int RANDOM = Integer.getInteger("property.conditions", 120);

    private static final String BUILT_IN = "America/St_Johns";

    private static final int OBJECTS = 8;
    private static final int CONDITIONS_PER_QUERY = 24;

    /** Names what is asked of the rows that satisfy a condition. */
    private static final List<String> COLUMNS = List.of("\"$path\"", "id");

    private static final List<String> SCALARS = List.of(
            "id", "n", "dec", "dbl", "odd", "day", "single", "ts", "s", "padded", "tday", "tsingle", "tts", "us", "num",
            "j", "c", "prose", "lines", "old");

    static final List<String> PATHS = List.of(
            "CAST(tday AS date)",
            "CAST(tsingle AS date)",
            "CAST(tts AS timestamp(6))",
            "CAST(num AS double)",
            "r.name",
            "r.n",
            "element_at(m, 'k')",
            "m['k']",
            "elements(tags)",
            "date_parse(tday, '%Y-%m-%d')",
            "date_parse(tts, '%Y-%m-%d %H:%i:%s')",
            "date_parse(us, '%m/%d/%Y')",
            "json_extract_scalar(j, '$.a')",
            "CAST(json_extract_scalar(j, '$.b.c') AS bigint)");

    /** Paths that the page does not tell of. */
    private static final List<String> ODD_PATHS =
            List.of("elements(marks)", "elements(flags)", "json_extract_scalar(marked, '$.a')");

    @Override
    protected void createTables() throws IOException {
        for (int object = 0; object < OBJECTS; object++) {
            String rows = PredicateQuestions.rows(object);
            writeRows(
                    object == 0
                            ? "CREATE TABLE by_bounds WITH (format = 'PARQUET') AS " + rows
                            : "INSERT INTO by_bounds " + rows);
        }
        String path =
                (String) runner.execute("SELECT min(\"$path\") FROM by_bounds").getOnlyValue();
        Path folder = root.resolve(path.substring("local:///".length())).getParent();
        String columns = runner.execute("DESCRIBE by_bounds").getMaterializedRows().stream()
                .map(row -> row.getField(0) + " " + row.getField(1))
                .collect(joining(", "));
        for (Indexes indexes : Indexes.values()) {
            if (indexes != Indexes.BOUNDS) {
                CopiedFolder.copy(folder, root.resolve(indexes.table()));
                runner.execute(
                        "CREATE TABLE hive.%1$s.%2$s (%3$s) WITH (format = 'PARQUET', external_location = 'local:///%2$s')"
                                .formatted(SCHEMA, indexes.table(), columns));
            }
        }
        for (Indexes indexes : Indexes.values()) {
            tables.setAutoIndexes(indexes.table(), false);
            boolean all = indexes == Indexes.ALL;
            if (all || indexes == Indexes.BOUNDS) {
                createIndexes(indexes, "minmax", SCALARS);
                createIndexes(indexes, "nulls", SCALARS);
            }
            if (all || indexes == Indexes.VALUES) {
                createIndexes(indexes, "values", SCALARS);
            }
            if (all || indexes == Indexes.HASHES) {
                createIndexes(indexes, "bloom", SCALARS);
                createFragments(indexes, "prose");
            }
            if (all || indexes == Indexes.EXPRESSIONS) {
                createIndexes(indexes, "minmax", PATHS);
                createFragments(indexes, "lower(prose)");
            }
            if (all) {
                createIndexes(indexes, "minmax", ODD_PATHS);
                createIndexes(indexes, "values", ODD_PATHS);
            }
            // what is in an index does not depend on the zone of the session that built it
            assertThat(tables.buildIn(all ? BUILT_IN : "UTC", indexes.table(), "1MB")
                            .failed())
                    .isZero();
        }
    }

    @DataProvider
    public Object[][] conditionsWithoutIndexes() {
        return Stream.of(
                        "TRY(CAST(json_parse(j) AS ROW(a varchar))).a = 'Berlin'",
                        "TRY(CAST(json_parse(j) AS ROW(a varchar, b ROW(c bigint)))).b.c > 450",
                        "TRY(ARRAY[r][id - id + 1]).name = 'Berlin'",
                        "array_sort(marks) IN (ARRAY['B', NULL], ARRAY['B'], ARRAY['D'])",
                        "array_sort(marks) NOT IN (ARRAY['B'], ARRAY['D'])",
                        "(dbl, id) IN ((1e0, NULL), (1.25e0, 105), (2e0, 105))",
                        "CASE WHEN id > 105 THEN ARRAY[1, NULL] ELSE ARRAY[1, 2] END IN (ARRAY[1, 2], ARRAY[2, NULL])",
                        Collections.nCopies(24, "TRY(CAST(num AS double))").stream()
                                        .collect(joining(" + ")) + " > 72",
                        IntStream.range(0, 24)
                                        .mapToObj("TRY(id / (id - %s))"::formatted)
                                        .collect(joining(" + ")) + " > 72")
                .map(condition -> new Object[] {condition})
                .toArray(Object[][]::new);
    }

    @Test(dataProvider = "conditionsWithoutIndexes", timeOut = 60_000)
    public void testConditionsThatIndexesCannotDecideAreAnswered(String condition) {
        assertSameRows("SELECT id FROM CATALOG.by_bounds WHERE " + condition);
    }

    private void createIndexes(Indexes indexes, String type, List<String> columns) {
        for (String column : columns) {
            runner.execute("CALL lake.system.create_index('%s', '%s', '%s', ARRAY['%s'])"
                    .formatted(SCHEMA, indexes.table(), type, column.replace("'", "''")));
        }
    }

    private void createFragments(Indexes indexes, String column) {
        runner.execute(
                "CALL lake.system.create_index('%s', '%s', 'ngram', ARRAY['%s'], MAP(ARRAY['budget_percent'], ARRAY['100']))"
                        .formatted(SCHEMA, indexes.table(), column));
    }

    @Test
    public void testConditionsOfThePageFindTheSameRows() {
        List<String> conditions =
                PredicateQuestions.all().stream().map(Question::condition).toList();
        assertSameRows(conditions);
        for (List<String> some : Lists.partition(conditions, CONDITIONS_PER_QUERY)) {
            assertThat(inOneScan(off, "lake", some))
                    .as("by the number of the condition, with skipping off: %s", some)
                    .isEqualTo(inOneScan(on, "hive", some));
        }
    }

    @Test
    public void testRandomConditionsFindTheSameRows() {
        assertSameRows(PredicateQuestions.random(new Random(SEED), RANDOM));
    }

    @Test
    public void testConditionsOnNullElementsFindTheSameRows() {
        assertSameRows(PredicateQuestions.onNullElements());
    }

    @Test
    public void testConditionsOnOddValuesFindTheSameRows() {
        assertSameRows(PredicateQuestions.onOddValues());
    }

    @DataProvider
    public Object[][] zones() {
        return PredicateQuestions.ZONES.stream()
                .map(zone -> new Object[] {zone})
                .toArray(Object[][]::new);
    }

    /** The indexes were built by a session in yet another zone. */
    @Test(dataProvider = "zones")
    public void testSessionsInOtherZonesFindTheSameRows(String zone) {
        Session session = Session.builder(on)
                .setTimeZoneKey(TimeZoneKey.getTimeZoneKey(zone))
                .build();
        assertSameRows(PredicateQuestions.onOldTimes(new Random(SEED + zone.hashCode()), RANDOM / 2), session);
    }

    private void assertSameRows(List<String> conditions) {
        assertSameRows(conditions, on);
    }

    private void assertSameRows(List<String> conditions, Session session) {
        for (List<String> some : Lists.partition(conditions, CONDITIONS_PER_QUERY)) {
            String ours = ConditionScan.conditionByCondition(
                    "lake.%s.%s".formatted(SCHEMA, Indexes.ALL.table()), COLUMNS, some);
            assertThat(HashMultiset.create(local.rows(session, ours)))
                    .as("by the number of the condition, with skipping on: %s", some)
                    .isEqualTo(inOneScan(session, "hive", some));
        }
    }

    private Multiset<MaterializedRow> inOneScan(Session session, String catalog, List<String> conditions) {
        return ConditionScan.rows(
                query -> local.rows(session, query),
                "%s.%s.%s".formatted(catalog, SCHEMA, Indexes.ALL.table()),
                COLUMNS,
                conditions);
    }

    @Test
    public void testPageTellsWhatSkips() throws IOException {
        List<Question> questions = PredicateQuestions.all();
        List<Integer> matching = matchingObjects(questions);
        PredicatesPage page = new PredicatesPage();
        for (Indexes indexes : Indexes.values()) {
            if (indexes == Indexes.ALL) {
                continue;
            }
            for (int number = 0; number < questions.size(); number++) {
                Question question = questions.get(number);
                // one more object is read where a bound is not sharp
                long needless = OBJECTS - matching.get(number);
                page.record(
                        question, indexes, pruned(indexes.table(), question.condition()) >= Math.max(1, needless - 2));
            }
        }
        page.check(Boolean.getBoolean(WRITE));
    }

    /** Returns how many objects hold a matching row, of each question. */
    private List<Integer> matchingObjects(List<Question> questions) {
        String query = "SELECT %s FROM hive.%s.by_bounds"
                .formatted(
                        questions.stream()
                                .map(question -> "count(DISTINCT IF(%s, \"$path\"))".formatted(question.condition()))
                                .collect(joining(", ")),
                        SCHEMA);
        return rows(query).getFirst().getFields().stream()
                .map(count -> ((Long) count).intValue())
                .toList();
    }

    /** Conditions that fail for some row, and match no row that they do not fail for. */
    @DataProvider
    public Object[][] failures() {
        return new Object[][] {
            {"date_parse(s, '%Y-%m-%d') > timestamp '2030-01-01'", "Invalid format"},
            {"date_parse(padded, '%Y') > timestamp '2030-01-01'", "Invalid format"},
            {"CAST(odd AS bigint) = 1000", "NaN"},
            {"CAST(id * 1000000000000 AS integer) = 1000", "Out of range"},
            {"CAST(dec * 1000000 AS smallint) = 1000", "Cannot cast|Out of range"},
            {"abs(id - 9223372036854775807 - 1 + 200) = 7", "overflow|Value -9223372036854775808 is out of range"},
            {"ts AT TIME ZONE 'nowhere' > timestamp '2030-01-01 00:00:00 UTC'", "not a valid time zone"},
            {"m['none'] = 'Berlin'", "Key not present"},
            {"tags[5] = 'Berlin'", "subscript"},
            {"CAST(id AS varchar(2)) = 'x'", "cannot be represented"},
            {"date_trunc('hour', day) = date '1900-01-01'", "not a valid DATE field"},
            {"date_trunc('millisecond', day) > date '2030-01-01'", "not a valid DATE field"},
            {"date_trunc(U&'wee\\212A', day) = date '1900-01-01'", "not a valid DATE field"},
            {"date_trunc('decade', ts) = timestamp '1900-01-01'", "not a valid TIMESTAMP field"},
            {"IF(id = 105, 1 / (id - 105), 0) = 7", "Division by zero"},
            // the engine makes the whole row first
            {"(id, 1 / (id - 105)) = (100000, 1)", "Division by zero"},
            {"(id, m['none']) IN ((100000, 'a'), (100001, 'b'))", "Key not present"},
            {"(id, CAST(s AS bigint)) = (100000, 1)", "Cannot cast"},
            {"(id, CAST(odd AS bigint)) = (100000, 1)", "NaN"},
        };
    }

    @Test(dataProvider = "failures")
    public void testWhatFailsFailsAsBefore(String condition, String message) {
        for (String catalog : List.of("hive", "lake")) {
            assertThatThrownBy(() -> rows("SELECT id FROM %s.%s.%s WHERE %s"
                            .formatted(catalog, SCHEMA, Indexes.ALL.table(), condition)))
                    .as(catalog)
                    .message()
                    .containsPattern(message);
        }
    }

    /** Returns how many objects a scan under a condition skips. */
    private long pruned(String table, String condition) {
        // an index alone does not answer this
        String query = "SELECT count_if(id > random()) FROM lake.%s.%s WHERE %s".formatted(SCHEMA, table, condition);
        return tables.metrics(on, query).getOrDefault("skipping.objects.pruned", 0L);
    }
}
