// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino;

import static io.skipping.trino.SkippingQueryRunner.SCHEMA;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.collect.HashMultiset;
import com.google.common.collect.Multiset;
import com.google.common.collect.Sets;
import io.skipping.trino.SkippingTestTables.BuildResult;
import io.trino.Session;
import io.trino.testing.MaterializedRow;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/**
 * Indexes that are made of the footers of Parquet and ORC objects that another writer wrote (foreign/make.py), under a
 * table whose types are not all those of the objects.
 */
@Test(groups = "servers")
public class TestForeignFooters extends AbstractLakeTest {
    private static final Map<String, String> OBJECTS = Map.of(
            "pyarrow",
            "PARQUET",
            "pyarrow_legacy",
            "PARQUET",
            "pyarrow_orc",
            "ORC",
            "pyarrow_nans_unknown",
            "PARQUET",
            "pyarrow_orc_nans_unknown",
            "ORC");

    private static final List<String> COLUMNS = List.of(
            "id bigint",
            "narrow bigint",
            "wide integer",
            "tiny tinyint",
            "dbl double",
            "flt real",
            "dec decimal(9, 2)",
            "dec_other decimal(12, 4)",
            "dec_long decimal(30, 3)",
            "text varchar",
            "cut varchar(3)",
            "day date",
            "ts timestamp(3)",
            "flag boolean",
            "bin varbinary",
            "empty varchar",
            "absent double");

    /** Each column with predicates on it. */
    private static final Map<String, List<String>> PREDICATES = Map.ofEntries(
            Map.entry("id", List.of("id = 1234", "id < 100", "id > 2990", "id <> 0", "id IN (3, 1700)")),
            Map.entry("narrow", List.of("narrow = 1234", "narrow IS NULL", "narrow < 10", "narrow > 2998")),
            Map.entry("wide", List.of("wide = 1234", "wide IS NOT NULL", "wide BETWEEN 900 AND 1100")),
            Map.entry("tiny", List.of("tiny = 99", "tiny = 0", "tiny > 98")),
            Map.entry(
                    "dbl",
                    List.of(
                            "dbl = 0",
                            "dbl = -0.0",
                            "is_nan(dbl)",
                            "NOT dbl = 3",
                            "dbl <> 3",
                            "dbl > 449",
                            "dbl = infinity()",
                            "dbl < -299",
                            "dbl IS NULL",
                            "NOT (dbl < 100)",
                            "dbl IS DISTINCT FROM 3")),
            Map.entry("flt", List.of("flt = REAL '0'", "is_nan(flt)", "flt < REAL '-299'", "flt <> REAL '1'")),
            Map.entry("dec", List.of("dec = 12.34", "dec > 29.9", "dec IS NULL")),
            Map.entry("dec_other", List.of("dec_other = 12.34", "dec_other > 29.9", "dec_other = 0.1234")),
            Map.entry(
                    "dec_long",
                    List.of(
                            "dec_long = decimal '123400000000000000000.000'",
                            "dec_long > decimal '299000000000000000000'")),
            Map.entry("text", List.of("text < 'a'", "text LIKE 'é001234%'", "text > 'éé002990'", "text IS NULL")),
            Map.entry("cut", List.of("cut = '123'", "cut = '000'", "cut > '298'", "cut < '001'")),
            Map.entry("day", List.of("day = date '2021-01-01'", "day > date '2028-03-01'", "day < date '2020-01-05'")),
            Map.entry(
                    "ts",
                    List.of(
                            "ts < timestamp '1969-12-31 00:10:00'",
                            "ts = timestamp '1970-01-01 00:00:00.125'",
                            "ts > timestamp '1970-01-02 01:50:00'",
                            "ts BETWEEN timestamp '1970-01-01 00:00:00' AND timestamp '1970-01-01 00:05:00'")),
            Map.entry("flag", List.of("flag", "NOT flag", "flag IS NULL")),
            Map.entry("bin", List.of("bin = X'000F423F'", "bin < X'0000FFFF'")),
            Map.entry("empty", List.of("empty IS NULL AND id < 10", "empty = 'x'", "empty IS NOT NULL")),
            Map.entry("absent", List.of("absent IS NULL AND id < 10", "absent = 3", "absent IS NOT NULL")));

    /** Of these, nothing but the footer need be read. */
    private static final Set<String> IN_FOOTERS =
            Set.of("id", "narrow", "tiny", "dec", "dec_long", "text", "day", "flag", "empty", "absent");

    /** Nor of these, if one need not know of NaNs, except in ORC, where a NaN leaves a stripe without bounds. */
    private static final Set<String> IN_PARQUET_FOOTERS = Set.of("dbl", "flt");

    private static final String NANS_UNKNOWN = "MAP(ARRAY['nans'], ARRAY['unknown'])";

    @Override
    protected void createTables() throws Exception {
        for (String table : OBJECTS.keySet()) {
            create(table, COLUMNS);
            Files.write(root.resolve(table).resolve("object"), object(table));
            for (String column : PREDICATES.keySet()) {
                createIndex(table, "minmax", column, table.endsWith("_nans_unknown") ? NANS_UNKNOWN : "MAP()");
            }
            BuildResult build = tables.build(table, "4kB");
            assertThat(build.failed()).as("objects not summarised").isZero();
            assertThat(build.rows()).isEqualTo(3000);
            assertThat(build.ranges()).as("row groups of %s", table).isGreaterThan(1);
        }
    }

    @DataProvider
    public Object[][] columns() {
        List<Object[]> cases = new ArrayList<>();
        for (String table : OBJECTS.keySet()) {
            PREDICATES.keySet().forEach(column -> cases.add(new Object[] {table, column}));
        }
        return cases.toArray(Object[][]::new);
    }

    @Test(dataProvider = "columns")
    public void testResultsAreEqual(String table, String column) {
        Multiset<MaterializedRow> plain = rows(on, "hive", table, column);
        assertThat(rows(off, "lake", table, column)).as("skipping off").isEqualTo(plain);
        assertThat(rows(on, "lake", table, column)).as("skipping on").isEqualTo(plain);
    }

    /** Every predicate has a scan of its own; one statement for all saves the time of planning. */
    private Multiset<MaterializedRow> rows(Session session, String catalog, String table, String column) {
        String value = column.equals("bin") ? "to_hex(bin)" : column;
        String query = PREDICATES.get(column).stream()
                .map(predicate -> "SELECT '%s', id, CAST(%s AS varchar) FROM %s.%s.%s WHERE %s"
                        .formatted(predicate.replace("'", "''"), value, catalog, SCHEMA, table, predicate))
                .collect(joining("\nUNION ALL "));
        return HashMultiset.create(local.rows(session, query));
    }

    @DataProvider
    public Object[][] tables() {
        return OBJECTS.keySet().stream().map(table -> new Object[] {table}).toArray(Object[][]::new);
    }

    @Test(dataProvider = "tables")
    public void testRangesAreSkipped(String table) {
        for (String predicate : List.of("id = 10", "dbl < -298", "dec > 29.9", "day < date '2020-01-05'")) {
            String query = "SELECT count(*) FROM lake.%s.%s WHERE %s".formatted(SCHEMA, table, predicate);
            assertThat(tables.metric(query, "skipping.bytes.pruned"))
                    .as("bytes skipped by %s", predicate)
                    .isPositive();
        }
    }

    /** Whoever reads more than the footer of an object without values fails. */
    @Test(dataProvider = "tables")
    public void testValuesAreNotRead(String table) throws Exception {
        String copy = table + "_without_values";
        create(copy, COLUMNS);
        Files.write(root.resolve(copy).resolve("object"), withoutValues(object(table), OBJECTS.get(table)));
        for (String column :
                OBJECTS.get(table).equals("PARQUET") ? Sets.union(IN_FOOTERS, IN_PARQUET_FOOTERS) : IN_FOOTERS) {
            createIndex(copy, "minmax", column, IN_PARQUET_FOOTERS.contains(column) ? NANS_UNKNOWN : "MAP()");
        }
        assertThat(tables.build(copy, "4kB"))
                .as("an index of bounds")
                .returns(0L, BuildResult::failed)
                .returns(3000L, BuildResult::rows);
        createIndex(copy, "values", "id", "MAP()");
        assertThat(tables.build(copy, "4kB").failed()).as("an index of values").isOne();
    }

    /** A column of all NULLs holds no NaN. */
    @Test
    public void testWhatMayHoldNanIsRead() throws Exception {
        for (String table : List.of("pyarrow", "pyarrow_orc")) {
            String copy = table + "_for_nans_without_values";
            create(copy, COLUMNS);
            Files.write(root.resolve(copy).resolve("object"), withoutValues(object(table), OBJECTS.get(table)));
            createIndex(copy, "minmax", "absent", "MAP()");
            assertThat(tables.build(copy, "4kB"))
                    .returns(0L, BuildResult::failed)
                    .returns(3000L, BuildResult::rows);
            createIndex(copy, "minmax", "dbl", "MAP()");
            assertThat(tables.build(copy, "4kB").failed()).isOne();
        }
    }

    /** Spark uses Trino's summaries, and reads other values of unsigned integers in columns of a wider type. */
    @Test
    public void testUnsignedIntegersOfWiderColumnsHaveNoSummary() throws Exception {
        String table = "pyarrow_unsigned";
        Files.createDirectories(root.resolve(table));
        runner.execute("""
                CREATE TABLE %1$s (id bigint, wide bigint, same integer, short integer, nested row(wide bigint))
                WITH (format = 'PARQUET', external_location = 'local:///%1$s')""".formatted(table));
        Files.write(root.resolve(table).resolve("object"), object(table));
        for (String column : List.of("id", "wide", "same", "short", "nested.wide")) {
            createIndex(table, "minmax", column, "MAP()");
        }
        assertThat(tables.build(table, "4kB")).returns(0L, BuildResult::failed).returns(3000L, BuildResult::rows);
        for (String column : List.of("id", "same", "short")) {
            assertThat(bytesPruned(table, column)).as(column).isPositive();
        }
        for (String column : List.of("wide", "nested.wide")) {
            assertThat(bytesPruned(table, column)).as(column).isZero();
        }
        assertThat(local.rows(on, "SELECT id FROM lake.%s.%s WHERE wide = -2001".formatted(SCHEMA, table)))
                .isEqualTo(local.rows(on, "SELECT id FROM hive.%s.%s WHERE wide = -2001".formatted(SCHEMA, table)));
    }

    /** Whoever ignores the statistics of footers, because some are wrong, has nothing skipped by them. */
    @Test
    public void testStatisticsOfFootersThatAreIgnored() throws Exception {
        String table = "pyarrow_for_nans";
        create(table, COLUMNS);
        Files.write(root.resolve(table).resolve("object"), object("pyarrow"));
        createIndex(table, "minmax", "id", "MAP()");
        assertThat(tables.build(table, "4kB").failed()).isZero();
        Session ignoring = Session.builder(runner.getDefaultSession())
                .setCatalogSessionProperty("lake", "parquet_ignore_statistics", "true")
                .build();
        String query = "SELECT count(*) FROM lake.%s.%s WHERE id = 5".formatted(SCHEMA, table);
        assertThat(tables.scan(ignoring, query).metrics())
                .as("what was taken from the footer")
                .containsEntry("skipping.objects.stale", 1L)
                .containsEntry("skipping.bytes.pruned", 0L);
        assertThat(bytesPruned(table, "id")).isPositive();

        assertThat(tables.build(ignoring, table, "4kB"))
                .as("the values are read now")
                .returns(1L, BuildResult::done)
                .returns(0L, BuildResult::failed);
        assertThat(tables.scan(ignoring, query).metrics().get("skipping.bytes.pruned"))
                .isPositive();
        assertThat(bytesPruned(table, "id")).as("of others").isPositive();
        assertThat(tables.build(table, "4kB").current())
                .as("as they are for others, too")
                .isEqualTo(1);
    }

    /** Trino's reader by names refuses them. A footer alone would say that they have none of the columns: all rows are NULL. */
    @Test
    public void testObjectsWithoutNamesAreNotSummarisedByNames() {
        runner.execute(
                "CREATE TABLE written_nameless WITH (format = 'ORC', external_location = 'local:///nameless') AS SELECT n * 1e0 AS \"_col0\" FROM UNNEST(sequence(1, 10)) AS t(n)");
        runner.execute(
                "CREATE TABLE nameless (temp double) WITH (format = 'ORC', external_location = 'local:///nameless')");
        createIndex("nameless", "minmax", "temp", NANS_UNKNOWN);
        Session byName = Session.builder(runner.getDefaultSession())
                .setCatalogSessionProperty("lake", "orc_use_column_names", "true")
                .build();
        assertThat(tables.build(byName, "nameless", "4kB")).returns(1L, BuildResult::failed);
        String query = "SELECT temp FROM lake.%s.nameless WHERE temp > 9".formatted(SCHEMA);
        assertThatThrownBy(() -> local.rows(byName, query)).hasMessageContaining("does not contain column names");
        assertThat(tables.build("nameless", "4kB")).as("by position").returns(0L, BuildResult::failed);
        assertThat(local.rows(on, query)).hasSize(1);
    }

    /** The footer has instants in UTC. The reader makes times of the catalog's zone of them, in which an hour comes twice. */
    @Test
    public void testInstantsAreOfTheZoneOfTheReader() throws Exception {
        String catalog = "new_york";
        SkippingQueryRunner.createLake(runner, catalog, root, Map.of("hive.parquet.time-zone", "America/New_York"));
        String table = "pyarrow_instants";
        Files.createDirectories(root.resolve(table));
        Files.write(root.resolve(table).resolve("object"), object(table));
        runner.execute("""
                CREATE TABLE %1$s (id bigint, instant timestamp(3), local timestamp(3))
                WITH (format = 'PARQUET', external_location = 'local:///%1$s')""".formatted(table));
        for (String column : List.of("id", "instant", "local")) {
            createIndex(table, "minmax", column, "MAP()");
        }
        assertThat(new SkippingTestTables(runner, root, catalog)
                        .build(table, "4kB")
                        .rows())
                .isEqualTo(3000);
        Session all = Session.builder(runner.getDefaultSession())
                .setCatalogSessionProperty(catalog, "skipping_enabled", "false")
                .build();
        // the first minute is eight o'clock in New York
        Map<String, Long> rows = Map.of(
                "instant < TIMESTAMP '2024-11-02 20:00:00' OR id = -7", 720L,
                "instant >= TIMESTAMP '2024-11-02 20:00:00'", 2280L,
                "instant BETWEEN TIMESTAMP '2024-11-03 01:00:00' AND TIMESTAMP '2024-11-03 01:59:00' OR id = -7", 120L,
                "local < TIMESTAMP '2024-11-02 20:00:00' OR id = -7", 480L);
        rows.forEach((predicate, count) -> {
            String query = "SELECT count(*) FROM %s.%s.%s WHERE %s".formatted(catalog, SCHEMA, table, predicate);
            assertThat(local.rows(all, query).getFirst().getField(0))
                    .as("%s, without", predicate)
                    .isEqualTo(count);
            assertThat(local.rows(on, query).getFirst().getField(0))
                    .as(predicate)
                    .isEqualTo(count);
            assertThat(new SkippingTestTables(runner, root, catalog).metric(query, "skipping.bytes.pruned"))
                    .as("bytes skipped by %s", predicate)
                    .isPositive();
        });
        assertThat(bytesPruned(table, "id"))
                .as("read in UTC, where footers say what is read")
                .isZero();
    }

    /** The reader of ORC compares names in lower case, which is not to ignore their case outside of ASCII. */
    @Test
    public void testColumnsOfOrcHaveTheNamesThatTheReaderFinds() throws Exception {
        String table = "pyarrow_names";
        Files.createDirectories(root.resolve(table));
        Files.write(root.resolve(table).resolve("object"), object(table));
        runner.execute("""
                CREATE TABLE %1$s (id bigint, sinif varchar, "i\u0307l" varchar)
                WITH (format = 'ORC', external_location = 'local:///%1$s')""".formatted(table));
        for (String column : List.of("sinif", "i\u0307l")) {
            createIndex(table, "minmax", column, "MAP()");
            createIndex(table, "nulls", column, "MAP()");
        }
        Session byName = Session.builder(on)
                .setCatalogSessionProperty("lake", "orc_use_column_names", "true")
                .setCatalogSessionProperty("hive", "orc_use_column_names", "true")
                .build();
        assertThat(tables.build(byName, table, "4kB").failed()).isZero();
        for (String query : List.of(
                "SELECT count(*) FROM %s WHERE sinif IS NULL",
                "SELECT count(sinif) FROM %s",
                "SELECT count(*) FROM %s WHERE \"i\u0307l\" = '000007'",
                "SELECT count(\"i\u0307l\") FROM %s")) {
            assertThat(local.rows(byName, query.formatted("lake.%s.%s".formatted(SCHEMA, table))))
                    .as(query)
                    .isEqualTo(local.rows(byName, query.formatted("hive.%s.%s".formatted(SCHEMA, table))));
        }
    }

    private long bytesPruned(String table, String column) {
        return tables.metric(
                "SELECT count(*) FROM lake.%s.%s WHERE %s = 5".formatted(SCHEMA, table, column),
                "skipping.bytes.pruned");
    }

    private void create(String table, List<String> columns) throws Exception {
        Files.createDirectories(root.resolve(table));
        runner.execute("CREATE TABLE %s (%s) WITH (format = '%s', external_location = 'local:///%s')"
                .formatted(
                        table,
                        String.join(", ", columns),
                        OBJECTS.get(table.replace("_for_nans", "").replace("_without_values", "")),
                        table));
    }

    private void createIndex(String table, String type, String column, String options) {
        tables.setAutoIndexes(table, false);
        runner.execute("CALL lake.system.create_index('%s', '%s', '%s', ARRAY['%s'], %s)"
                .formatted(SCHEMA, table, type, column, options));
    }

    private static byte[] object(String table) throws Exception {
        String name = "/foreign/"
                + switch (table.replace("_nans_unknown", "")) {
                    case "pyarrow" -> "pyarrow.parquet";
                    case "pyarrow_legacy" -> "pyarrow-legacy.parquet";
                    case "pyarrow_unsigned" -> "pyarrow-unsigned.parquet";
                    case "pyarrow_instants" -> "pyarrow-instants.parquet";
                    case "pyarrow_names" -> "pyarrow-names.orc";
                    default -> "pyarrow.orc";
                };
        try (InputStream in = TestForeignFooters.class.getResourceAsStream(name)) {
            return in.readAllBytes();
        }
    }

    /** Overwrites all but the footer. */
    private static byte[] withoutValues(byte[] object, String format) {
        int footer = format.equals("PARQUET")
                ? ByteBuffer.wrap(object).order(ByteOrder.LITTLE_ENDIAN).getInt(object.length - 8) + 8
                // metadata, footer and postscript of this object are in its last part
                : object.length / 10;
        Arrays.fill(object, 4, object.length - footer, (byte) 0x55);
        return object;
    }
}
