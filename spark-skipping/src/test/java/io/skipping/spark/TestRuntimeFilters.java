// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark;

import static org.apache.spark.sql.functions.udf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.collect.HashMultiset;
import com.google.common.collect.Multiset;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadLocalRandom;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.api.java.UDF0;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.types.DataTypes;
import org.testng.annotations.Test;

/** Conditions that have values only while a query runs: results of subqueries, and keys of the other side of a join. */
@Test(groups = "servers")
public class TestRuntimeFilters extends AbstractSparkTest {
    private static final long SEED = Long.getLong("property.seed", 20_261_127L);
    private static final int QUERIES = Integer.getInteger("property.conditions", 60);
    private static final int FILES = 8;
    private static final int ROWS = 200;

    private static final List<String> CALLERS = new CopyOnWriteArrayList<>();

    /** by which Spark makes Bloom filters of small tables, too */
    private static final Map<String, String> BLOOM = Map.of(
            "spark.sql.autoBroadcastJoinThreshold", "-1",
            "spark.sql.optimizer.runtime.bloomFilter.enabled", "true",
            "spark.sql.optimizer.runtime.bloomFilter.applicationSideScanSizeThreshold", "0b");

    /** of a row with a number, a value of each type that is a key */
    private static final String KEYS =
            "concat('c', id), CAST(id / 4 AS DECIMAL(9, 2)), CAST(id / 8 AS FLOAT), date_add(DATE '2026-01-01', CAST(id AS INT)), concat('town-', id), CAST(-id AS SMALLINT), CAST(concat('b', id) AS BINARY), TIMESTAMP '2026-01-01 00:00:00' + make_dt_interval(0, CAST(id AS INT)), CAST(id AS INT)";

    @Override
    void createTables() throws IOException {
        for (int file = 0; file < FILES; file++) {
            spark.range((long) file * ROWS, (file + 1L) * ROWS, 1, 1)
                    .selectExpr(
                            "id",
                            "CAST(IF(id % 17 = 0, NULL, id DIV 50) AS int) AS key",
                            "IF(id % 19 = 0, NULL, concat('town-', id DIV 40)) AS town",
                            "IF(id % 23 = 0, DOUBLE('NaN'), IF(id % 29 = 0, -0.0D, id DIV 40 / 2D)) AS dbl",
                            "id DIV 400 AS part")
                    .coalesce(1)
                    .write()
                    .mode(SaveMode.Append)
                    .partitionBy("part")
                    .parquet(path("facts"));
        }
        LocalSpark.age(root.resolve("facts"));
        SkippingIndex.of(spark, path("facts"))
                .automatic(false)
                .create("minmax", "id")
                .create("values", "key")
                .create("values", "town")
                .create("values", "dbl")
                .build();
        spark.range(FILES * ROWS / 40)
                .selectExpr(
                        "CAST(IF(id = 3, NULL, id) AS int) AS k",
                        "concat('town-', id) AS t",
                        "IF(id = 5, DOUBLE('NaN'), IF(id = 6, 0D, id / 2D)) AS d",
                        "id DIV 8 AS p",
                        "id * 37 AS v",
                        "concat('name-', id % 12) AS name")
                .coalesce(1)
                .write()
                .parquet(path("dims"));
        for (String name : List.of("facts", "dims")) {
            spark.read().parquet(path(name)).createOrReplaceTempView(name);
        }
    }

    private void with(Map<String, String> settings, Runnable test) {
        settings.forEach(spark.conf()::set);
        try {
            test.run();
        } finally {
            settings.keySet().forEach(spark.conf()::unset);
            spark.conf().set("spark.sql.adaptive.enabled", false);
            spark.conf().set("spark.sql.codegen.wholeStage", false);
        }
    }

    /** of each query once, however it is executed with skipping */
    private final Map<String, Multiset<Row>> rowsWithoutSkipping = new HashMap<>();

    private Multiset<Row> rowsWithoutSkipping(String query) {
        spark.conf().set("spark.skipping.enabled", false);
        try {
            return rows(query);
        } finally {
            spark.conf().set("spark.skipping.enabled", true);
        }
    }

    private Multiset<Row> rows(String query) {
        return HashMultiset.create(spark.sql(query).collectAsList());
    }

    /** Returns how many files the scans of the last query have left out by indexes. */
    private long pruned() {
        return LocalSpark.lastCounts(spark).get("files pruned by indexes").stream()
                // a scan that has not run, because nothing is left for it to do, shows none
                .filter(count -> Character.isDigit(count.charAt(0)))
                .mapToLong(count -> Long.parseLong(count.replace(",", "")))
                .sum();
    }

    private void assertPrunes(String query, long least) {
        // before the query with skipping, whose counts are those of the last one
        Multiset<Row> expected = rowsWithoutSkipping.computeIfAbsent(query, this::rowsWithoutSkipping);
        assertThat(rows(query)).as(query).isEqualTo(expected);
        assertThat(pruned()).as(query).isGreaterThanOrEqualTo(least);
    }

    private void assertPrunesNothing(String query) {
        assertPrunes(query, 0);
        assertThat(pruned()).as(query).isZero();
    }

    /** Returns settings, by turns with and without adaptive execution and compiled stages. */
    private static Map<String, String> execution(int number) {
        return Map.of(
                "spark.sql.adaptive.enabled", String.valueOf(number % 2 == 0),
                "spark.sql.codegen.wholeStage", String.valueOf(number % 4 == 0 || number % 4 == 3));
    }

    @Test(groups = LocalSpark.EACH_SPARK)
    public void testSubqueries() {
        for (int number = 0; number < 4; number++) {
            with(execution(number), () -> {
                assertPrunes("SELECT id FROM facts WHERE id = (SELECT max(v) FROM dims WHERE name = 'name-3')", 7);
                assertPrunes("SELECT * FROM facts WHERE id > 1 + (SELECT max(v) FROM dims)", 6);
                assertPrunes(
                        "SELECT id FROM facts WHERE id BETWEEN (SELECT min(v) FROM dims WHERE v > 500) AND (SELECT max(v) FROM dims WHERE v < 600)",
                        7);
                assertPrunes("SELECT count(*) FROM facts WHERE town = (SELECT t FROM dims WHERE k = 20)", 7);
                assertPrunes("SELECT id FROM facts WHERE id < (SELECT max(v) FROM dims WHERE name = 'none')", 0);
                assertPrunes(
                        "SELECT id FROM facts WHERE part = (SELECT max(p) - 2 FROM dims) AND id < (SELECT max(v) - 500 FROM dims)",
                        0);
                assertPrunes("SELECT id FROM facts WHERE upper(town) = (SELECT upper(t) FROM dims WHERE k = 20)", 7);
            });
        }
    }

    /** Every value that a file has is asked of the filter that Spark makes of the keys of the other side. */
    @Test(groups = LocalSpark.EACH_SPARK)
    public void testBloomFilters() {
        for (int number = 0; number < 2; number++) {
            with(
                    execution(number),
                    () -> with(BLOOM, () -> {
                        String query =
                                "SELECT /*+ MERGE(dims) */ id, k FROM facts JOIN dims ON %s WHERE name = 'name-7'";
                        assertThat(spark.sql(query.formatted("key = k"))
                                        .queryExecution()
                                        .toString())
                                .contains("might_contain");
                        assertPrunes(query.formatted("key = k"), 5);
                        assertPrunes(query.formatted("town = t"), 4);
                        assertPrunes(query.formatted("town = t AND key + 1 = k"), 4);
                    }));
        }
    }

    /** With adaptive execution, the keys of a side that is broadcast are known before the stage that scans the other side begins. */
    @Test(groups = LocalSpark.EACH_SPARK)
    public void testKeysOfBroadcasts() {
        for (int number = 0; number < 2; number++) {
            int least = number % 2 == 0 ? 7 : 0;
            with(execution(number), () -> {
                assertPrunes("SELECT id, v FROM facts JOIN dims ON key = k WHERE name = 'name-7' AND v < 500", least);
                assertPrunes("SELECT id FROM facts WHERE town IN (SELECT t FROM dims WHERE v = 740)", least);
                assertPrunes(
                        "SELECT x FROM (SELECT id AS x, key AS y FROM facts WHERE id % 2 = 0) JOIN dims ON y = k WHERE v = 740",
                        least);
                assertPrunes(
                        "SELECT id FROM facts LEFT JOIN dims one ON town = one.t JOIN dims other ON key = other.k WHERE other.v = 740",
                        least);
                assertPrunes("SELECT id FROM facts JOIN dims ON key = k AND town = t", 0);
                assertPrunes("SELECT id FROM facts JOIN dims ON key * 2 = k AND part = p WHERE v < 700", 0);
                assertPrunes("SELECT id FROM facts JOIN dims ON upper(town) = upper(t) WHERE v = 740", least);
                // rows without a partner count
                assertPrunesNothing("SELECT id, v FROM facts LEFT JOIN dims ON key = k AND v = 740");
                assertPrunesNothing("SELECT id FROM facts WHERE key NOT IN (SELECT k FROM dims WHERE v = 740)");
            });
        }
    }

    /** Equal parts of a plan are run once, as without skipping. */
    @Test(groups = LocalSpark.EACH_SPARK)
    public void testEqualScansRunOnce() {
        String part =
                "(SELECT town, count(*) AS n FROM facts WHERE id > (SELECT min(v) FROM dims WHERE v > 500) GROUP BY town)";
        String query = "SELECT one.town, one.n + other.n FROM %s one JOIN %s other ON one.town = other.town";
        String join = "(SELECT town, count(*) AS n FROM facts JOIN dims ON key = k WHERE v > 900 GROUP BY town)";
        for (int number = 0; number < 2; number++) {
            with(execution(number), () -> {
                for (String each : List.of(part, join)) {
                    String twice = query.formatted(each, each);
                    spark.conf().set("spark.skipping.enabled", false);
                    long before = reused(twice);
                    spark.conf().set("spark.skipping.enabled", true);
                    assertThat(before).isPositive();
                    assertThat(reused(twice)).isEqualTo(before);
                    assertPrunes(twice, 0);
                }
            });
        }
    }

    /** Without adaptive execution, and unless equal subqueries are run once, Spark runs one for the filter and another for the scan. */
    @Test(groups = LocalSpark.EACH_SPARK)
    public void testSubqueryThatReturnsSomethingElseEachTime() {
        spark.udf()
                .register(
                        "draw",
                        udf(
                                        (UDF0<Long>) () ->
                                                ThreadLocalRandom.current().nextLong(FILES - 1) * ROWS + 57,
                                        DataTypes.LongType)
                                .asNondeterministic());
        for (int number = 0; number < 12; number++) {
            with(
                    execution(number),
                    () -> with(Map.of("spark.sql.execution.reuseSubquery", "false"), () -> {
                        List<Row> ids = spark.sql(
                                        "SELECT id FROM facts WHERE id > (SELECT draw() FROM dims WHERE k = 1)")
                                .collectAsList();
                        assertThat(ids.stream()
                                                .mapToLong(row -> row.getLong(0))
                                                .min()
                                                .orElseThrow()
                                        % ROWS)
                                .isEqualTo(58);
                    }));
        }
    }

    /** The filter of a query waits for several subqueries, of which some are equal, and some return nothing or fail. */
    @Test
    public void testSubqueriesThatAreNotMadeOne() {
        for (int number = 0; number < 2; number++) {
            int least = number % 2 == 0 ? 7 : 0;
            with(
                    execution(number),
                    () -> with(Map.of("spark.sql.execution.reuseSubquery", "false"), () -> {
                        assertPrunes(
                                "SELECT id FROM facts WHERE id = (SELECT max(v) FROM dims WHERE name = 'name-3')", 7);
                        assertPrunes(
                                "SELECT id FROM facts WHERE id > (SELECT min(v) FROM dims) + 1000 AND id < (SELECT min(v) FROM dims) + 1100 UNION ALL SELECT id FROM facts WHERE id < (SELECT min(v) FROM dims) + 100",
                                least);
                    }));
        }
        assertThatThrownBy(() -> spark.sql("SELECT id FROM facts WHERE id = (SELECT v FROM dims)")
                        .collectAsList())
                .hasMessageContaining("SCALAR_SUBQUERY_TOO_MANY_ROWS");
    }

    @Test
    public void testManyKeys() {
        with(execution(0), () -> {
            String query =
                    "SELECT /*+ BROADCAST(many) */ facts.id FROM facts JOIN (SELECT id + 1500 AS k FROM range(%s)) many ON facts.id = many.k";
            assertPrunes(query.formatted(9_000), 7);
            assertPrunesNothing(query.formatted(11_000));
        });
    }

    @Test
    public void testRowsWithoutKeys() {
        with(execution(0), () -> {
            assertPrunesNothing("SELECT id FROM facts JOIN dims ON key = k WHERE v = 111");
            assertPrunes("SELECT id FROM facts JOIN dims ON key = k WHERE v IN (111, 740)", 7);
            assertPrunes("SELECT id FROM facts JOIN dims ON key = k WHERE v = 1", 0);
        });
    }

    /** Checks that what users wrote is called where a row needs it, and not to list files. */
    @Test
    public void testFunctionsOfUsersAreNotCalled() {
        spark.udf()
                .register(
                        "shifted",
                        udf(
                                (UDF1<Long, Long>) value -> {
                                    CALLERS.add(Thread.currentThread().getName());
                                    return value + 100;
                                },
                                DataTypes.LongType));
        with(execution(1), () -> {
            assertPrunesNothing("SELECT id FROM facts WHERE id = shifted((SELECT max(v) FROM dims WHERE v < 900))");
            assertThat(CALLERS).isNotEmpty().allMatch(caller -> caller.startsWith("Executor task"));
        });
    }

    /** Checks that of a table joined with itself only the side is narrowed that the other side's keys are known of. */
    @Test(groups = LocalSpark.EACH_SPARK)
    public void testSelfJoins() {
        with(execution(0), () -> {
            assertPrunes(
                    "SELECT /*+ BROADCAST(other) */ one.id, other.id FROM facts one JOIN facts other ON one.key = other.key WHERE other.id < 30",
                    14);
            assertPrunes(
                    "SELECT /*+ BROADCAST(other) */ one.id, other.id FROM facts one JOIN facts other ON one.key = other.key + 1 WHERE other.id % 700 = 3",
                    5);
            assertPrunes(
                    "SELECT /*+ BROADCAST(dims) */ one.id FROM facts one JOIN dims ON one.key = k JOIN facts other ON one.id = other.id + 200 WHERE v = 740",
                    7);
        });
    }

    /** Checks that what is kept in memory is as complete as without skipping, and that a plan may be run again. */
    @Test(groups = LocalSpark.EACH_SPARK)
    public void testRowsThatAreReadAgain() {
        String narrow =
                "SELECT id, town FROM facts JOIN dims ON key = k WHERE v < 700 AND id > (SELECT min(v) + 200 FROM dims)";
        for (int number = 0; number < 2; number++) {
            with(execution(number), () -> {
                Multiset<Row> expected = rowsWithoutSkipping(narrow);
                Dataset<Row> cached = spark.sql(narrow).cache();
                try {
                    assertThat(HashMultiset.create(cached.collectAsList())).isEqualTo(expected);
                    assertThat(cached.filter("id > 500").count())
                            .isEqualTo(expected.stream()
                                    .filter(row -> row.getLong(0) > 500)
                                    .count());
                } finally {
                    cached.unpersist(true);
                }
                Dataset<Row> again = spark.sql(narrow);
                for (int run = 0; run < 3; run++) {
                    assertThat(HashMultiset.create(again.collectAsList())).isEqualTo(expected);
                }
            });
        }
    }

    /** Keys that differ in case are one key of such a map, and two of the same map without the collation. */
    @Test(groups = LocalSpark.EACH_SPARK)
    public void testKeysOfMapsWithCollation() throws IOException {
        if (spark.version().compareTo("4") < 0) {
            return;
        }
        spark.range(0, 20, 1, 2)
                .selectExpr("id", "map(IF(id < 10, 'unit', 'Unit'), IF(id < 10, 'V', 'kWh')) AS attrs")
                .write()
                .parquet(path("cased"));
        LocalSpark.age(root.resolve("cased"));
        SkippingIndex.of(spark, path("cased"))
                .automatic(false)
                .create("minmax", "attrs['unit']")
                .build();
        String allowed = "spark.sql.collation.allowInMapKeys";
        spark.conf().set(allowed, "true");
        try {
            Dataset<Row> cased = spark.read()
                    .schema("id BIGINT, attrs MAP<STRING COLLATE UTF8_LCASE, STRING>")
                    .parquet(path("cased"));
            assertThat(cased.where("attrs['unit'] = 'kWh'").count()).isEqualTo(10);
            assertThat(cased.where("attrs['unit'] IS NULL").count()).isZero();
            assertThat(spark.read()
                            .parquet(path("cased"))
                            .where("attrs['unit'] = 'kWh'")
                            .count())
                    .as("without the collation")
                    .isZero();
        } finally {
            spark.conf().unset(allowed);
        }
    }

    /** Types whose values joins compare in another form than a file has them in. */
    @Test(groups = LocalSpark.EACH_SPARK)
    public void testTypesOfKeys() throws IOException {
        boolean hasCollations = spark.version().compareTo("4") >= 0;
        String text = hasCollations ? "STRING COLLATE UTF8_LCASE" : "STRING";
        for (String name : List.of("left_keys", "right_keys")) {
            spark.sql(
                    "CREATE TABLE %s (c CHAR(9), d DECIMAL(9, 2), r FLOAT, t DATE, u %s, s SMALLINT, b BINARY, z TIMESTAMP, n INT) USING parquet LOCATION '%s'"
                            .formatted(name, text, path(name)));
        }
        try {
            for (int file = 0; file < FILES; file++) {
                spark.sql("INSERT INTO left_keys SELECT /*+ COALESCE(1) */ %s FROM range(%s, %s)"
                        .formatted(KEYS, file * 20, file * 20 + 20));
            }
            spark.sql("INSERT INTO right_keys SELECT /*+ COALESCE(1) */ %s FROM range(67, 69)"
                    .formatted(KEYS.replace("'town-'", "'TOWN-'")));
            LocalSpark.age(root.resolve("left_keys"));
            SkippingIndex index = SkippingIndex.of(spark, path("left_keys")).automatic(false);
            for (String column : List.of("c", "d", "r", "t", "s", "b", "n")) {
                index.create("values", column);
            }
            index.build();
            for (int number = 0; number < 2; number++) {
                int least = number % 2 == 0 ? 7 : 0;
                with(execution(number), () -> {
                    for (String column : List.of("c", "d", "r", "t", "s", "b", "n")) {
                        assertPrunes(
                                "SELECT l.n, r.n FROM left_keys l JOIN right_keys r ON l.%1$s = r.%1$s"
                                        .formatted(column),
                                column.equals("c") ? 0 : least);
                    }
                    assertPrunes("SELECT l.n FROM left_keys l JOIN right_keys r ON l.s = r.s AND l.n = r.n", least);
                    assertPrunes("SELECT l.n FROM left_keys l JOIN right_keys r ON l.u = r.u", 0);
                    assertPrunes("SELECT l.n FROM left_keys l JOIN right_keys r ON l.z = r.z", 0);
                    assertPrunes(
                            "SELECT l.n FROM left_keys l LEFT SEMI JOIN right_keys r ON l.d = CAST(r.d AS DECIMAL(12, 4))",
                            0);
                });
            }
        } finally {
            spark.sql("DROP TABLE left_keys");
            spark.sql("DROP TABLE right_keys");
        }
    }

    /** Runs a query, and returns how many parts of its plan are others that have been run. */
    private long reused(String query) {
        Dataset<Row> rows = spark.sql(query);
        rows.collectAsList();
        String plan = rows.queryExecution().executedPlan().toString();
        return plan.lines().filter(line -> line.contains("ReusedExchange")).count();
    }

    @Test
    public void testRandomQueries() {
        Random random = new Random(SEED);
        int skipping = 0;
        for (int number = 0; number < QUERIES; number++) {
            String query = query(random);
            Map<String, String> settings = execution(random.nextInt(4));
            boolean isWithBloom = random.nextBoolean();
            long[] pruned = new long[1];
            with(
                    settings,
                    () -> with(isWithBloom ? BLOOM : Map.of(), () -> {
                        Multiset<Row> expected = rowsWithoutSkipping(query);
                        assertThat(rows(query))
                                .as("%s, %s, bloom %s, seed %s", query, settings, isWithBloom, SEED)
                                .isEqualTo(expected);
                        pruned[0] = pruned();
                    }));
            skipping += pruned[0] > 0 ? 1 : 0;
        }
        assertThat(skipping).as("queries that skip").isGreaterThanOrEqualTo(QUERIES / 5);
    }

    private static String query(Random random) {
        String name = "name = 'name-%s'".formatted(random.nextInt(13));
        String operator = List.of("=", "<", "<=", ">", ">=", "<=>", "<>").get(random.nextInt(7));
        String hint = List.of("", "/*+ MERGE(dims) */", "/*+ BROADCAST(dims) */", "/*+ SHUFFLE_HASH(dims) */")
                .get(random.nextInt(4));
        String key = List.of(
                        "key = k",
                        "town = t",
                        "dbl = d",
                        "part = p",
                        "key <=> k",
                        "key + 1 = k",
                        "CAST(key AS bigint) = k",
                        "part = p AND key = k",
                        "town = t AND key < k",
                        "lower(town) = t",
                        "key = k AND town = t")
                .get(random.nextInt(11));
        String aggregate = List.of("max(v)", "min(v)", "max(v) - 100", "CAST(avg(v) AS bigint)", "any_value(v)")
                .get(random.nextInt(5));
        String more = List.of("", " AND id < 700", " AND part > 1", " AND town LIKE 'town-1%'")
                .get(random.nextInt(4));
        return switch (random.nextInt(12)) {
            case 0, 1 ->
                "SELECT id FROM facts WHERE id %s (SELECT %s FROM dims WHERE %s)%s"
                        .formatted(operator, aggregate, name, more);
            case 2 ->
                "SELECT id FROM facts WHERE town %s (SELECT max(t) FROM dims WHERE %s) OR id < (SELECT min(v) FROM dims WHERE %s)"
                        .formatted(operator, name, name);
            case 3 -> "SELECT id FROM facts WHERE key IN (SELECT k FROM dims WHERE %s)%s".formatted(name, more);
            case 4 ->
                "SELECT id FROM facts WHERE %s EXISTS (SELECT 1 FROM dims WHERE %s AND %s)%s"
                        .formatted(random.nextBoolean() ? "NOT" : "", key, name, more);
            case 5 ->
                "SELECT %s id, v FROM facts %s JOIN dims ON %s AND %s"
                        .formatted(hint, List.of("LEFT", "RIGHT", "FULL").get(random.nextInt(3)), key, name);
            case 6 ->
                "SELECT %s id, other.v FROM facts JOIN dims ON %s JOIN dims other ON town = other.t WHERE dims.%s AND other.v > 600"
                        .formatted(hint, key.replaceAll("\\b([ktdp])\\b", "dims.$1"), name);
            case 7 ->
                "WITH some AS (SELECT id, key, town, dbl, part FROM facts WHERE id > 100) SELECT %s one.id, other.key FROM some one JOIN dims ON %s JOIN some other ON one.id = other.id + 50 WHERE %s"
                        .formatted(hint, key.replaceAll("\\b(key|town|dbl|part)\\b", "one.$1"), name);
            case 8 ->
                "SELECT town, count(*) AS n FROM facts JOIN dims ON %s WHERE %s GROUP BY town UNION ALL SELECT town, count(*) FROM facts GROUP BY town"
                        .formatted(key, name);
            case 9 ->
                "SELECT %s y, x FROM (SELECT id AS x, key * 2 AS twice, town AS y FROM facts) LEFT JOIN dims other ON y = other.t JOIN dims ON twice = dims.k WHERE dims.%s"
                        .formatted(hint, name);
            default -> "SELECT %s id, v FROM facts JOIN dims ON %s WHERE %s%s".formatted(hint, key, name, more);
        };
    }
}
