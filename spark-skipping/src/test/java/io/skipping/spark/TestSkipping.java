// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.collect.HashMultiset;
import com.google.common.collect.ListMultimap;
import com.google.common.collect.Multiset;
import io.skipping.committer.ManifestPathFilter;
import io.skipping.spark.build.BuildResult;
import io.skipping.spark.committed.CommittedFiles;
import io.skipping.spark.committed.CommittedFiles.Extent;
import io.skipping.spark.scan.SkippingRule;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.ServiceConfigurationError;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.spark.sql.DataFrameReader;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.execution.datasources.HadoopFsRelation;
import org.apache.spark.sql.execution.datasources.LogicalRelation;
import org.apache.spark.sql.streaming.StreamingQueryException;
import org.apache.spark.sql.streaming.Trigger;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;
import scala.jdk.javaapi.CollectionConverters;

/** Queries of Parquet with skipping and without it, over an index that Spark built. */
@Test(groups = "servers")
public class TestSkipping extends AbstractSparkTest {
    private static final long SEED = Long.getLong("property.seed", 20_261_126L);
    private static final int CONDITIONS = Integer.getInteger("property.conditions", 60);
    private static final int FILES = 8;
    private static final String PATH_FILTER = "mapreduce.input.pathFilter.class";
    static final int ROWS = 250;

    @Override
    void createTables() throws IOException {
        write("plain", SaveMode.Overwrite, 0, FILES);
        LocalSpark.age(root.resolve("plain"));
        BuildResult built = SkippingIndex.of(spark, path("plain"))
                .create("bbox", "lng", "lat")
                .create("bloom", "code")
                .create("ngram", "words")
                .create("minmax", "Place.a")
                .create("minmax", "place.inner.town")
                .create("minmax", "place.inner.f")
                .create("values", "elements(\"tags, all\")")
                .create("values", "hundreds")
                .create("values", "halves")
                .create("values", "num")
                .create("values", "since")
                .create("ngram", "town")
                .create("minmax", "elements(place.sizes)")
                .create("minmax", "Attrs['Num']")
                .create("values", "element_at(attrs, 'Half')")
                .create("minmax", "place.by_number[2]")
                .create("values", "elements(map_keys(places))")
                .create("minmax", "CAST(reading AS double)")
                .create("minmax", "TRY_CAST(\"Dirty Int\" AS int)")
                .create("minmax", "CAST(place.by_number[2] AS decimal(12, 2))")
                .build();
        assertThat(built.failures()).isEmpty();
        assertThat(built.summarised()).isEqualTo(FILES);
        assertThat(built.rows()).isEqualTo((long) FILES * ROWS);
    }

    /** Writes files of which each has numbers of its own, and all have odd values. */
    private void write(String name, SaveMode mode, int first, int count) {
        for (int file = first; file < first + count; file++) {
            rows(file)
                    .coalesce(1)
                    .write()
                    .mode(file == first ? mode : SaveMode.Append)
                    .parquet(path(name));
        }
    }

    private Dataset<Row> rows(int file) {
        return spark.range((long) file * ROWS, (file + 1L) * ROWS, 1, 1)
                .selectExpr(
                        "id",
                        "CAST(IF(id % 7 = 0, NULL, id * 3) AS int) AS n",
                        "CAST(id % 100 AS smallint) AS small",
                        "CAST(id % 50 AS tinyint) AS tiny",
                        "id % 500 < 250 AS flag",
                        "CASE WHEN id % 97 = 0 THEN DOUBLE('NaN') WHEN id % 89 = 0 THEN -0.0D ELSE id / 10D END AS dbl",
                        "CAST(CASE WHEN id % 101 = 0 THEN 'NaN' ELSE id / 4 END AS float) AS `Real Part (¼)`",
                        "CAST(id AS decimal(9, 2)) AS small_dec",
                        "CAST(-id AS decimal(30, 4)) AS large_dec",
                        "date_add(DATE '1500-01-01', CAST(id * 100 AS int)) AS day",
                        "concat('town-', lpad(id, 6, '0')) AS town",
                        "concat('wörd', id % 13, ' of ', CHR(65 + CAST(id / 250 AS int)), 'xyz') AS words",
                        "CAST(id * 7919 % 100000 AS string) AS code",
                        "encode(CAST(id AS string), 'UTF-8') AS bytes",
                        "2D + id / 1000D AS lng",
                        "48D + (id * 31 % 977) / 1000D AS lat",
                        "concat(IF(id % 2 = 0, 'Sect.', 'sect.'), CAST(id / 100 AS int)) AS hundreds",
                        "IF(id DIV 40 % 20 = 2, NULL, IF(id DIV 40 % 20 = 1, -0.0D, IF(id DIV 40 % 20 = 0, 0D, id DIV 40 / 2D))) AS halves",
                        "IF(id % 9 = 0, concat(' ', CAST(id / 50 AS int), '.50 '), CAST(CAST(id / 50 AS int) AS string)) AS num",
                        "date_add(DATE '1580-01-01', CAST(id / 25 AS int) * 30) AS since",
                        "IF(id % 97 = 0, 'NaN', CAST(id / 10D AS string)) AS reading",
                        "CASE WHEN id = 800 THEN 'n/a' WHEN id % 10 = 0 THEN '' ELSE concat(' ', id) END AS `Dirty Int`",
                        "TIMESTAMP '2026-01-01 00:00:00' + MAKE_INTERVAL(0, 0, 0, CAST(id AS int)) AS ts",
                        """
                        IF(id % 11 = 0, NULL, named_struct(
                            'a', IF(id % 13 = 0, NULL, id),
                            'Inner', IF(id % 17 = 0, NULL, named_struct(
                                'town', concat('town-', lpad(id, 6, '0')),
                                'f', CAST(IF(id % 103 = 0, 'NaN', id / 4) AS float),
                                'flag', id < 250)),
                            'by_number', IF(id % 5 = 0, NULL, map(1, 'one', 2, IF(id % 3 = 0, NULL, lpad(id, 6, '0')))),
                            'sizes', IF(id % 7 = 0, NULL, array_repeat(CAST(id AS int), CAST(id % 40 AS int))))) AS Place""",
                        """
                        CASE WHEN id % 29 = 0 THEN NULL WHEN id % 31 = 0 THEN map('none', -1L) WHEN id % 3 = 0 THEN map('num', 0, 'Num', id)
                            ELSE map('Num', id, 'Half', id DIV 200L) END AS attrs""",
                        """
                        CASE WHEN id % 37 = 0 THEN NULL WHEN id % 41 = 0 THEN map()
                            ELSE map(concat('place-', CAST(id / 250 AS int)), id, 'every', NULL) END AS places""",
                        """
                        CASE WHEN id % 19 = 0 THEN NULL WHEN id % 23 = 0 THEN array()
                            ELSE array(concat('tag-', CAST(id / 250 AS int)), NULL, 'every') END AS `Tags, all`""");
    }

    private Dataset<Row> where(String name, String condition) {
        return spark.read().parquet(path(name)).where(condition);
    }

    private Multiset<Row> ids(String name, String condition, boolean skipping) {
        spark.conf().set("spark.skipping.enabled", skipping);
        try {
            return HashMultiset.create(where(name, condition).select("id").collectAsList());
        } finally {
            spark.conf().set("spark.skipping.enabled", true);
        }
    }

    private long filesRead(String name, String condition) {
        return LocalSpark.filesRead(where(name, condition));
    }

    @DataProvider
    public Object[][] conditions() {
        return new Object[][] {
            {"id = 600", 1},
            {"id BETWEEN 240 AND 260", 2},
            {"n < 700", 1},
            {"700 > n", 1},
            {"n IN (5, 601, 1203)", 2},
            {"id > 700 AND id < 760", 2},
            {"town = 'town-001000'", 1},
            {"town LIKE 'town-0001%'", 1},
            {"startswith(town, 'town-0019')", 1},
            {"words LIKE '%Cxyz%'", 1},
            {"dbl BETWEEN 30 AND 40", 7},
            {"dbl < 10", 8},
            {"`Real Part (¼)` > 400 AND `Real Part (¼)` <= 410", 1},
            {"small_dec = 1999", 1},
            {"large_dec = -250", 1},
            {"day >= DATE '2000-01-01' AND day < DATE '2010-01-01'", 1},
            {"id = 3 OR id = 1999", 2},
            {"NOT (id <> 77)", 1},
            {"lng BETWEEN 2.1 AND 2.2 AND lat BETWEEN 48.2 AND 48.3", 1},
            {"id IS NULL", 0},
            {"flag AND id < 600", 2},
            {"NOT flag AND id > 1400", 2},
            {"bytes = encode('1234', 'UTF-8')", 2},
            {"place.a = 600", 1},
            {"place.A IS NULL AND id < 250", 1},
            {"place.inner.town LIKE 'town-0001%'", 1},
            {"place.inner.f > 400 AND place.inner.f <= 410", 1},
            {"place.inner.f > 400", 8},
            {"array_contains(`tags, all`, 'tag-3')", 1},
            {"array_contains(`tags, all`, 'no such')", 0},
            {"array_contains(`tags, all`, 'every')", 8},
            {"array_contains(place.sizes, 601)", 1},
            {"arrays_overlap(`tags, all`, array('tag-3', NULL, 'tag-5'))", 2},
            {"arrays_overlap(array(601, 602), place.sizes)", 1},
            // each by another element
            {
                "arrays_overlap(`tags, all`, array('tag-3', 'no')) AND arrays_overlap(`tags, all`, array('every', 'no'))",
                1
            },
            {"exists(`Tags, all`, t -> t IN ('tag-3', 'no')) AND exists(`Tags, all`, t -> t IN ('every', 'no'))", 1},
            {"NOT array_contains(`tags, all`, 'tag-3')", 8},
            {"id IN (601, 1203, NULL)", 2},
            {"attrs['Num'] = 601", 1},
            {"element_at(attrs, 'Num') BETWEEN 240 AND 260", 2},
            {"attrs['num'] = 0 AND attrs['Num'] < 250", 1},
            {"attrs['Num'] IS NULL AND id < 250", 1},
            {"attrs['Half'] * 2 = 6", 2},
            {"try_element_at(attrs, 'Half') > 9", 8},
            {"place.by_number[2] = '000701'", 1},
            {"town RLIKE '^town-0001'", 1},
            {"town RLIKE 'n-00019(3|4)'", 2},
            {"words RLIKE 'of (C|D)xy+z$'", 2},
            {"words RLIKE '^w.rd'", 8},
            {"town LIKE 'town-_019%9'", 8},
            {"words LIKE '%of _xyz%'", 8},
            {"words LIKE '_örd%of Dx_z'", 1},
            {"lower(hundreds) = 'sect.7'", 2},
            {"hundreds RLIKE '(?i)^SECT.1[23]$'", 2},
            {"hundreds ILIKE 'SECT.1_' AND hundreds NOT LIKE '%5'", 5},
            {"substr(hundreds, 6, 1) IN ('4', '8')", 2},
            {"halves * 2 = 30", 1},
            {"halves > 20", 2},
            {"CAST(num AS double) BETWEEN 10 AND 11", 2},
            {"CAST(num AS double) > 38", 1},
            {"TRY_CAST(num AS int) = 12", 1},
            // days of the Julian calendar may be any
            {"year(since) = 1583", 5},
            {"CASE WHEN num = '3' THEN 1 ELSE 2 END = 1", 1},
            {"coalesce(halves, 7) = 7", 8},
            {"map_contains_key(places, 'place-3')", 1},
            {"array_contains(map_keys(places), 'place-3')", 1},
            {"exists(map_keys(places), p -> p IN ('place-3', 'place-5'))", 2},
            {"map_contains_key(places, 'every')", 8},
            {"NOT map_contains_key(places, 'place-3')", 8},
            {"exists(`Tags, all`, t -> t = 'tag-3')", 1},
            {"exists(`Tags, all`, t -> t LIKE 'tag-%' AND t IN ('tag-3', 'tag-5', NULL))", 2},
            {"exists(`Tags, all`, t -> upper(t) = 'TAG-3')", 1},
            {"exists(place.sizes, s -> s BETWEEN 601 AND 602)", 1},
            {"exists(`Tags, all`, t -> t IS NULL OR t = 'tag-3')", 8},
            {"exists(`Tags, all`, t -> t = concat('tag-', CAST(id / 250 AS int)))", 8},
            {"NOT exists(`Tags, all`, t -> t = 'tag-3')", 8},
            {"CAST(reading AS double) BETWEEN 60 AND 61", 1},
            {"CAST(reading AS double) > 60", 8},
            {"reading < 10D", 1},
            {"NOT CAST(reading AS double) <> 60.1D", 1},
            {"TRY_CAST(`Dirty Int` AS int) = 601", 1},
            {"TRY_CAST(`Dirty Int` AS int) IN (601, 1203)", 2},
            {"TRY_CAST(`Dirty Int` AS int) IS NULL AND id < 250", 1},
            {"CAST(place.by_number[2] AS decimal(12, 2)) = 701.00", 1},
        };
    }

    @Test(dataProvider = "conditions")
    public void testFilesThatHoldNothingAreNotRead(String condition, int most) {
        assertThat(ids("plain", condition, true)).isEqualTo(ids("plain", condition, false));
        assertThat(filesRead("plain", condition)).isLessThanOrEqualTo(most);
    }

    /** Spark takes a NaN for the largest number; a lower bound alone leaves it in. */
    @Test
    public void testNans() {
        for (String condition : List.of("dbl > 1000000", "dbl >= DOUBLE('NaN')", "dbl = DOUBLE('NaN')", "isnan(dbl)")) {
            Multiset<Row> expected = ids("plain", condition, false);
            assertThat(expected).isNotEmpty();
            assertThat(ids("plain", condition, true)).isEqualTo(expected);
        }
    }

    @Test(groups = LocalSpark.EACH_SPARK)
    public void testRandomConditions() {
        Random random = new Random(SEED);
        int skipping = 0;
        for (int number = 0; number < CONDITIONS; number++) {
            String condition = condition(random, 2);
            assertThat(ids("plain", condition, true))
                    .as("%s, seed %s", condition, SEED)
                    .isEqualTo(ids("plain", condition, false));
            skipping += filesRead("plain", condition) < FILES ? 1 : 0;
        }
        assertThat(skipping).as("conditions that skip").isGreaterThanOrEqualTo(CONDITIONS / 8);
    }

    private static String condition(Random random, int depth) {
        if (depth > 0 && random.nextInt(3) > 0) {
            String left = condition(random, depth - 1);
            String right = condition(random, depth - 1);
            return switch (random.nextInt(5)) {
                case 0 -> "(%s OR %s)".formatted(left, right);
                case 1 -> "NOT (%s)".formatted(left);
                default -> "(%s AND %s)".formatted(left, right);
            };
        }
        long id = random.nextInt(FILES * ROWS + 100) - 50;
        String operator = List.of("=", "<", "<=", ">", ">=", "<>", "<=>").get(random.nextInt(7));
        return switch (random.nextInt(34)) {
            case 0 -> "id %s %s".formatted(operator, id);
            case 1 -> "n %s %s".formatted(operator, id * 3);
            case 2 -> "dbl %s %sD".formatted(operator, random.nextInt(10) == 0 ? 0 : id / 10.0);
            case 3 -> "`real part (¼)` %s CAST(%s AS float)".formatted(operator, id / 4.0);
            case 4 -> "small_dec %s CAST(%s AS decimal(9, 2))".formatted(operator, id);
            case 5 -> "large_dec %s CAST(%s AS decimal(30, 4))".formatted(operator, -id);
            case 6 -> "day %s date_add(DATE '1500-01-01', %s)".formatted(operator, id * 100);
            case 7 -> "town %s 'town-%06d'".formatted(operator, Math.max(0, id));
            case 8 -> "words LIKE '%%%c%%'".formatted((char) ('A' + random.nextInt(FILES)));
            case 9 -> "n IS %sNULL".formatted(random.nextBoolean() ? "" : "NOT ");
            case 10 -> "id IN (%s, %s, NULL)".formatted(id, id + 300);
            case 11 -> "flag = %s".formatted(random.nextBoolean());
            case 12 -> "place.a %s %s".formatted(operator, id);
            case 13 -> "place.inner.f %s CAST(%s AS float)".formatted(operator, id / 4.0);
            case 14 -> "place.inner.town %s 'town-%06d'".formatted(operator, Math.max(0, id));
            case 15 -> "array_contains(`tags, all`, 'tag-%s')".formatted(random.nextInt(FILES + 1));
            case 16 -> "array_contains(place.sizes, %s)".formatted(id);
            case 17 -> "lower(hundreds) %s 'sect.%s'".formatted(operator, Math.max(0, id) / 100);
            case 18 -> "halves * 2 %s %s".formatted(operator, Math.max(0, id) / 40);
            case 19 -> "CAST(num AS double) %s %s".formatted(operator, Math.max(0, id) / 50);
            case 20 -> "month(since) + year(since) %s %s".formatted(operator, 1581 + random.nextInt(20));
            case 21 ->
                "%s RLIKE '%s'".formatted(List.of("town", "words", "hundreds").get(random.nextInt(3)), regex(random));
            case 22 ->
                "%s LIKE '%s'".formatted(List.of("town", "words", "hundreds").get(random.nextInt(3)), like(random));
            case 23 -> "atan2(halves, -1D) %s %sD".formatted(operator, random.nextInt(7) - 3);
            case 25 -> "attrs['%s'] %s %s".formatted(random.nextBoolean() ? "Num" : "num", operator, id);
            case 26 -> "element_at(attrs, 'Half') %s %s".formatted(operator, id / 200);
            case 27 -> "place.by_number[2] %s '%06d'".formatted(operator, Math.max(0, id));
            case 24 -> "length(num) %s %s".formatted(operator, random.nextInt(6));
            case 32 -> "map_contains_key(places, 'place-%s')".formatted(random.nextInt(FILES + 1));
            case 31 ->
                "exists(`Tags, all`, t -> t %s 'tag-%s' %s)"
                        .formatted(
                                operator,
                                random.nextInt(FILES + 1),
                                List.of("", "OR t IS NULL", "AND t > 'tag-2'", "OR id < 300")
                                        .get(random.nextInt(4)));
            case 28 -> "CAST(reading AS double) %s %sD".formatted(operator, id / 10.0);
            case 29 -> "TRY_CAST(`dirty int` AS int) %s %s".formatted(operator, id);
            case 30 -> "CAST(place.by_number[2] AS decimal(12, 2)) %s %s.00".formatted(operator, id);
            default -> "ts > TIMESTAMP '2026-01-%02d 00:00:00'".formatted(1 + random.nextInt(28));
        };
    }

    private static String regex(Random random) {
        List<String> parts =
                List.of("^", "town-00", "0019", "ect", "w.rd", "(B|C)xyz", "S?", "1", ".*", "of ", "[0-4]", "$");
        StringBuilder regex = new StringBuilder();
        for (int part = 0; part < 1 + random.nextInt(3); part++) {
            regex.append(parts.get(random.nextInt(parts.size())));
        }
        return regex.toString();
    }

    private static String like(Random random) {
        List<String> parts = List.of("%", "_", "town-00", "0019", "ect", "w_rd", "Cxyz", "1", "ö");
        StringBuilder like = new StringBuilder();
        for (int part = 0; part < 1 + random.nextInt(5); part++) {
            like.append(parts.get(random.nextInt(parts.size())));
        }
        return like.toString();
    }

    /** Checks that scans are left as they are, and no query fails, if an index type of a user cannot be loaded. */
    @Test
    public void testIndexTypesThatCannotBeLoaded() {
        spark.range(10).write().parquet(path("without-types"));
        LogicalPlan plan = spark.read()
                .parquet(path("without-types"))
                .where("id = 3")
                .queryExecution()
                .analyzed();
        assertThat(location(new SkippingRule(spark).apply(plan))).isEqualTo("SkippingFileIndex");
        assertThat(location(new SkippingRule(spark, () -> {
                            throw new ServiceConfigurationError("a jar names a class that it does not have");
                        })
                        .apply(plan)))
                .isNotEqualTo("SkippingFileIndex");
    }

    private static String location(LogicalPlan plan) {
        return CollectionConverters.asJava(plan.collectLeaves()).stream()
                .map(LogicalRelation.class::cast)
                .map(relation -> ((HadoopFsRelation) relation.relation())
                        .location()
                        .getClass()
                        .getSimpleName())
                .findFirst()
                .orElseThrow();
    }

    /** Partition columns are not in files, and an index may have a column of the same name. */
    @Test(groups = LocalSpark.EACH_SPARK)
    public void testPartitions() throws IOException {
        List<Dataset<Row>> parts = new ArrayList<>();
        for (int part = 0; part < 3; part++) {
            parts.add(rows(part).selectExpr("*", part + " AS part"));
        }
        for (Dataset<Row> part : parts) {
            part.coalesce(1).write().mode(SaveMode.Append).partitionBy("part").parquet(path("parted"));
        }
        LocalSpark.age(root.resolve("parted"));
        assertThat(SkippingIndex.of(spark, path("parted")).build().summarised()).isEqualTo(3);
        assertThat(filesRead("parted", "id = 300")).isEqualTo(1);
        assertThat(filesRead("parted", "part = 1 AND id < 400")).isEqualTo(1);
        assertThat(filesRead("parted", "part >= 1 AND id < 100")).isZero();
        Dataset<Row> one = spark.read().parquet(path("parted/part=2")).where("id = 300");
        assertThat(LocalSpark.filesRead(one)).isZero();
    }

    /** Checks that the index leaves out files of the partitions that a join leaves. */
    @Test
    public void testStarJoin() throws IOException {
        for (int file = 0; file < 6; file++) {
            partitioned("star", file, "part", file / 2);
        }
        LocalSpark.age(root.resolve("star"));
        SkippingIndex.of(spark, path("star")).build();
        spark.range(3)
                .selectExpr("CAST(id AS int) AS key", "concat('name-', id) AS name")
                .coalesce(1)
                .write()
                .parquet(path("dimension"));
        spark.read().parquet(path("star")).createOrReplaceTempView("star");
        spark.read().parquet(path("dimension")).createOrReplaceTempView("dimension");
        String query =
                "SELECT star.id FROM star JOIN dimension ON part = key WHERE name = 'name-1' AND star.id < %s ORDER BY 1"
                        .formatted(2 * ROWS + 10);
        List<Row> rows = spark.sql(query).collectAsList();
        assertThat(rows).hasSize(10);
        // the scan of the dimension may or may not be among them
        long files = LocalSpark.filesRead(spark.sql(query));
        assertThat(files).isLessThanOrEqualTo(2);
        spark.conf().set("spark.skipping.enabled", false);
        try {
            assertThat(spark.sql(query).collectAsList()).isEqualTo(rows);
            assertThat(LocalSpark.filesRead(spark.sql(query))).isEqualTo(files + 1);
        } finally {
            spark.conf().set("spark.skipping.enabled", true);
        }
    }

    private void partitioned(String name, int file, String column, int value) {
        rows(file)
                .selectExpr("*", value + " AS " + column)
                .coalesce(1)
                .write()
                .mode(SaveMode.Append)
                .partitionBy(column)
                .parquet(path(name));
    }

    /** Files of attempts that no manifest lists are not read, nor those that an overwrite has replaced. */
    @Test(groups = LocalSpark.EACH_SPARK)
    public void testManifests() throws IOException {
        LocalSpark.committing(spark, () -> {
            write("committed", SaveMode.Overwrite, 0, 2);
            rows(0).select("town").coalesce(1).write().text(path("committed-text"));
            partitioned("committed-parts", 0, "part", 0);
            partitioned("committed-parts", 1, "part", 1);
        });
        for (String name : List.of("committed", "committed-text", "committed-parts/part=1")) {
            LocalSpark.leaveAttempt(root.resolve(name));
        }
        LocalSpark.age(root.resolve("committed"));
        assertThat(counted(() -> where("committed", "id >= 0"))).containsExactly(2L * ROWS, 3L * ROWS);
        assertThat(counted(() -> spark.read().text(path("committed-text")))).containsExactly((long) ROWS, 2L * ROWS);
        assertThat(counted(() -> where("committed-parts", "id >= 0"))).containsExactly(2L * ROWS, 3L * ROWS);
        assertThat(counted(() -> where("committed-parts", "part = 1"))).containsExactly((long) ROWS, 2L * ROWS);
        assertThat(counted(() -> spark.read().parquet(path("committed-parts/part=1"))))
                .containsExactly((long) ROWS, 2L * ROWS);
        assertThat(SkippingIndex.of(spark, path("committed")).build().summarised())
                .isEqualTo(2);
        assertThat(filesRead("committed", "id = 300")).isEqualTo(1);
        ListMultimap<String, String> counts = shownCounts("committed", "id = 300");
        assertThat(counts.get("files considered")).containsExactly("3");
        assertThat(counts.get("files pruned by manifests")).containsExactly("1");
        assertThat(counts.get("files pruned by indexes")).containsExactly("1");
        Dataset<Row> listedBefore = where("committed", "id >= 0");
        LocalSpark.committing(spark, () -> {
            spark.conf().set("skipping.committer.overwrite.delete", "vacuum");
            write("committed", SaveMode.Overwrite, 5, 1);
        });
        assertThat(counted(() -> where("committed", "id >= 0"))).containsExactly((long) ROWS, 4L * ROWS);
        assertThat(listedBefore.count()).isEqualTo(ROWS);
        damageManifests(root.resolve("committed"));
        assertThatThrownBy(() -> where("committed", "id >= 0").count())
                .hasMessageContaining("Cannot determine which objects of");
    }

    /** An overwrite replaces files of partitions to which it writes nothing, of which none has the name of an attempt. */
    @Test(groups = LocalSpark.EACH_SPARK)
    public void testPartitionsWithoutNewFiles() {
        spark.sql("CREATE TABLE replaced_parts (id bigint, part int) USING parquet PARTITIONED BY (part) LOCATION '%s'"
                .formatted(path("replaced-parts")));
        try {
            for (int part = 0; part < 2; part++) {
                spark.sql("INSERT INTO replaced_parts PARTITION (part = %1$d) SELECT id FROM range(%1$d, 10)"
                        .formatted(part));
            }
            LocalSpark.committing(spark, () -> {
                spark.conf().set("skipping.committer.overwrite.delete", "vacuum");
                spark.sql("INSERT OVERWRITE replaced_parts SELECT id, 0 AS part FROM range(0, 3)");
            });
            spark.sql("MSCK REPAIR TABLE replaced_parts");
            assertThat(counted(() -> spark.sql("SELECT * FROM replaced_parts"))).containsExactly(3L, 22L);
            assertThat(counted(() -> spark.sql("SELECT * FROM replaced_parts WHERE part = 1")))
                    .containsExactly(0L, 9L);
            assertThat(counted(() -> where("replaced-parts", "part = 1"))).containsExactly(0L, 9L);
            assertThat(counted(() -> spark.read().parquet(path("replaced-parts/part=1"))))
                    .containsExactly(0L, 9L);
        } finally {
            spark.sql("DROP TABLE replaced_parts");
        }
    }

    /** An overwrite without rows leaves no name of an attempt, by which scans know that there is a manifest. */
    @Test(groups = LocalSpark.EACH_SPARK)
    public void testOverwriteWithoutRows() {
        spark.sql("CREATE TABLE emptied_parts (id bigint, part int) USING parquet PARTITIONED BY (part) LOCATION '%s'"
                .formatted(path("emptied-parts")));
        try {
            spark.sql("INSERT INTO emptied_parts SELECT id, id % 2 FROM range(10)");
            LocalSpark.committing(spark, () -> {
                spark.conf().set("skipping.committer.overwrite.delete", "vacuum");
                spark.sql("INSERT OVERWRITE emptied_parts PARTITION (part = 1) SELECT 1 WHERE false");
            });
            assertThat(spark.sql("SELECT * FROM emptied_parts").count()).isEqualTo(5);
            assertThat(spark.sql("SELECT * FROM emptied_parts WHERE part = 1").count())
                    .isZero();
        } finally {
            spark.sql("DROP TABLE emptied_parts");
        }
    }

    /** Files that match a pattern have been named by nobody. */
    @Test(groups = LocalSpark.EACH_SPARK)
    public void testManifestsDecideOnPatterns() throws IOException {
        LocalSpark.committing(spark, () -> {
            write("by-pattern", SaveMode.Overwrite, 0, 2);
            partitioned("by-pattern-parts", 0, "part", 0);
        });
        LocalSpark.leaveAttempt(root.resolve("by-pattern"));
        LocalSpark.leaveAttempt(root.resolve("by-pattern-parts/part=0"));
        assertThat(counted(() -> spark.read().parquet(path("by-pattern/*.parquet"))))
                .containsExactly(2L * ROWS, 3L * ROWS);
        assertThat(counted(() -> spark.read().parquet(path("by-pattern-parts/part=0/*"))))
                .containsExactly((long) ROWS, 2L * ROWS);
    }

    /** A stream names the files of each batch, and never reads one again: so its listing has to heed the manifests. */
    @Test
    public void testManifestsOfStreams() throws IOException, TimeoutException, StreamingQueryException {
        LocalSpark.committing(spark, () -> write("stream", SaveMode.Overwrite, 0, 2));
        LocalSpark.leaveAttempt(root.resolve("stream"));
        StructType schema = spark.read().parquet(path("stream")).schema();
        spark.sparkContext().hadoopConfiguration().set(PATH_FILTER, ManifestPathFilter.class.getName());
        try {
            spark.readStream()
                    .schema(schema)
                    .parquet(path("stream"))
                    .writeStream()
                    .format("memory")
                    .queryName("streamed")
                    .trigger(Trigger.AvailableNow())
                    .start()
                    .awaitTermination();
        } finally {
            spark.sparkContext().hadoopConfiguration().unset(PATH_FILTER);
        }
        assertThat(spark.table("streamed").count()).isEqualTo(2L * ROWS);
    }

    /** A scan that has read a manifest does not read the half of its files that a later job has left. */
    @Test
    public void testOverwriteDuringScan() throws IOException {
        LocalSpark.committing(spark, () -> write("overwritten", SaveMode.Overwrite, 0, 2));
        CommittedFiles scan = new CommittedFiles(
                spark.sparkContext().hadoopConfiguration(),
                List.of(new org.apache.hadoop.fs.Path(path("overwritten"))));
        List<FileStatus> before = list("overwritten");
        Set<org.apache.hadoop.fs.Path> counted = scan.of(before);
        assertThat(counted).hasSize(2);
        assertThat(scan.hasAll(before, counted, Extent.ROOTS)).isTrue();
        // a listing that is older than the manifest, or one after something else has deleted a file
        List<FileStatus> half = before.subList(0, 1);
        assertThat(scan.hasAll(half, scan.of(half), Extent.ROOTS)).isFalse();
        scan.checkNotOverwritten(half, scan.of(half), Extent.ROOTS);
        LocalSpark.committing(spark, () -> write("overwritten", SaveMode.Overwrite, 2, 1));
        List<FileStatus> after = list("overwritten");
        assertThat(scan.of(after)).isEmpty();
        assertThatThrownBy(() -> scan.checkNotOverwritten(after, scan.of(after), Extent.ROOTS))
                .hasMessageContaining("because a job has overwritten the others since");
    }

    /** Spark lists what is directly in the folder of a table, unless it is asked for more. */
    @Test(groups = LocalSpark.EACH_SPARK)
    public void testManifestOfFoldersThatSparkDoesNotList() throws IOException {
        LocalSpark.committing(spark, () -> write("nested", SaveMode.Overwrite, 0, 1));
        writeNested(1);
        CommittedFiles scan = new CommittedFiles(
                spark.sparkContext().hadoopConfiguration(), List.of(new org.apache.hadoop.fs.Path(path("nested"))));
        List<FileStatus> listed = list("nested");
        Set<org.apache.hadoop.fs.Path> counted = scan.of(listed);
        assertThat(counted).hasSize(1);
        assertThat(scan.hasAll(listed, counted, Extent.ROOTS)).isTrue();
        assertThat(scan.hasAll(listed, counted, Extent.BELOW_ROOTS)).isFalse();
        writeNested(2);
        scan.checkNotOverwritten(listed, counted, Extent.ROOTS);
        scan.checkNotOverwritten(listed, counted, Extent.BELOW_ROOTS);
        LocalSpark.leaveAttempt(root.resolve("nested"));
        LocalSpark.leaveAttempt(root.resolve("nested/x"));
        assertThat(counted(() -> where("nested", "id >= 0"))).containsExactly((long) ROWS, 2L * ROWS);
        assertThat(counted(() -> spark.read()
                        .option("recursiveFileLookup", true)
                        .parquet(path("nested"))
                        .where("id >= 0")))
                .containsExactly(3L * ROWS, 5L * ROWS);
    }

    private void writeNested(int file) {
        spark.conf().set("mapreduce.output.basename", "x/part");
        try {
            LocalSpark.committing(spark, () -> write("nested", SaveMode.Append, file, 1));
        } finally {
            spark.conf().unset("mapreduce.output.basename");
        }
    }

    /** Spark names the folder of such a partition itself, and reads what is in it, whatever the folder above is called. */
    @Test(groups = LocalSpark.EACH_SPARK)
    public void testPartitionInAHiddenFolder() throws IOException {
        spark.sql("CREATE TABLE hidden_parts (id bigint, part int) USING parquet PARTITIONED BY (part) LOCATION '%s'"
                .formatted(path("hidden-parts")));
        try {
            spark.sql("ALTER TABLE hidden_parts ADD PARTITION (part = 1) LOCATION '%s'"
                    .formatted(path("hidden-parts/_archive/part=1")));
            LocalSpark.committing(spark, () -> {
                for (int part = 0; part < 2; part++) {
                    spark.sql("INSERT INTO hidden_parts PARTITION (part = %d) SELECT id FROM range(0, 10, 1, 1)"
                            .formatted(part));
                }
            });
            LocalSpark.leaveAttempt(root.resolve("hidden-parts/part=0"));
            LocalSpark.leaveAttempt(root.resolve("hidden-parts/_archive/part=1"));
            assertThat(counted(() -> spark.sql("SELECT * FROM hidden_parts"))).containsExactly(20L, 40L);
            assertThat(counted(() -> spark.sql("SELECT * FROM hidden_parts WHERE part = 1")))
                    .containsExactly(10L, 20L);
        } finally {
            spark.sql("DROP TABLE hidden_parts");
        }
    }

    /** The catalog knows where the partitions of a table are, also if a scan needs only some of them. */
    @Test(groups = LocalSpark.EACH_SPARK)
    public void testPartitionsInFoldersWithOtherNames() throws IOException {
        spark.sql("CREATE TABLE named_parts (id bigint, part int) USING parquet PARTITIONED BY (part) LOCATION '%s'"
                .formatted(path("named-parts")));
        try {
            for (int part = 0; part < 3; part++) {
                spark.sql("ALTER TABLE named_parts ADD PARTITION (part = %d) LOCATION '%s/2026/0%d'"
                        .formatted(part, path("named-parts"), part));
                spark.sql(
                        "INSERT INTO named_parts PARTITION (part = %1$d) SELECT id + %1$d * 10 FROM range(0, 10, 1, 1)"
                                .formatted(part));
            }
            LocalSpark.age(root.resolve("named-parts"));
            assertThat(SkippingIndex.of(spark.table("named_parts")).build().summarised())
                    .isEqualTo(3);
            Dataset<Row> query = spark.sql("SELECT * FROM named_parts WHERE part IN (0, 1) AND id = 15");
            assertThat(query.collectAsList()).hasSize(1);
            assertThat(LocalSpark.filesRead(query)).isEqualTo(1);
            assertThat(SkippingIndex.explain(query)).contains("knows 2 objects", "reads 1 of 2 files");
            assertThat(LocalSpark.filesRead(spark.sql("SELECT * FROM named_parts WHERE id = 15")))
                    .isEqualTo(1);
        } finally {
            spark.sql("DROP TABLE named_parts");
        }
    }

    /** Spark estimates the size of a table by the partitions that are left, for example to decide what a join broadcasts. */
    @Test(groups = LocalSpark.EACH_SPARK)
    public void testEstimatesOfPartitions() {
        spark.sql("CREATE TABLE estimated (id bigint, part int) USING parquet PARTITIONED BY (part) LOCATION '%s'"
                .formatted(path("estimated")));
        try {
            spark.sql("INSERT INTO estimated SELECT id, id % 4 FROM range(0, 40, 1, 1)");
            Supplier<Dataset<Row>> query = () -> spark.sql("SELECT * FROM estimated WHERE part = 1 AND id > 5");
            scala.math.BigInt expected;
            spark.conf().set("spark.skipping.enabled", false);
            spark.conf().set("spark.skipping.manifests.enabled", false);
            try {
                expected = query.get().queryExecution().optimizedPlan().stats().sizeInBytes();
            } finally {
                spark.conf().set("spark.skipping.enabled", true);
                spark.conf().unset("spark.skipping.manifests.enabled");
            }
            assertThat(expected.isValidInt()).isTrue();
            assertThat(query.get().queryExecution().optimizedPlan().stats().sizeInBytes())
                    .isEqualTo(expected);
        } finally {
            spark.sql("DROP TABLE estimated");
        }
    }

    private List<FileStatus> list(String name) throws IOException {
        org.apache.hadoop.fs.Path folder = new org.apache.hadoop.fs.Path(path(name));
        return List.of(folder.getFileSystem(spark.sparkContext().hadoopConfiguration())
                .listStatus(folder, file -> file.getName().endsWith(".parquet")));
    }

    private static void damageManifests(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                String name = file.getFileName().toString();
                if (name.startsWith("_SUCCESS") || name.startsWith("_manifest-")) {
                    Files.write(file, Arrays.copyOf(Files.readAllBytes(file), 60));
                }
            }
        }
    }

    /** Returns the number of rows by manifests, and without heeding them. */
    private List<Long> counted(Supplier<Dataset<Row>> query) {
        long counted = query.get().count();
        spark.conf().set("spark.skipping.manifests.enabled", false);
        try {
            return List.of(counted, query.get().count());
        } finally {
            spark.conf().unset("spark.skipping.manifests.enabled");
        }
    }

    /** No index is there: only the filter leaves files out. */
    @Test
    public void testFilterOfUser() {
        for (String name : List.of("filtered", "failing")) {
            for (int file = 0; file < 3; file++) {
                partitioned(name, file, "bucket", file);
            }
            for (String condition : List.of("id = 300", "id < 10 OR id > 700", "n = 5 AND id <> 3")) {
                assertThat(ids(name, condition, true)).isEqualTo(ids(name, condition, false));
            }
        }
        assertThat(filesRead("filtered", "id = 300")).isEqualTo(1);
        assertThat(filesRead("filtered", "id < 10 OR id > 700")).isEqualTo(2);
        assertThat(filesRead("filtered", "n = 5")).isEqualTo(3);
        assertThat(shownCounts("filtered", "id = 300").get("files pruned by object filters"))
                .containsExactly("2");
        assertThat(shownCounts("filtered", "id = 300").get("files not in indexes"))
                .containsExactly("1");
        assertThat(filesRead("failing", "id = 300")).isEqualTo(3);
        int made = BucketFilter.MADE.get();
        assertThat(filesRead("filtered", "id = 300")).isEqualTo(1);
        assertThat(BucketFilter.MADE).as("filters that are made").hasValue(made);
    }

    /** The path of a field does not go through the values of maps. */
    @Test
    public void testFilterOfUserIsNotAskedAboutFieldsInMaps() {
        spark.sql("SELECT map('home', named_struct('id', 1L), 'work', named_struct('id', 2L)) AS places")
                .write()
                .parquet(path("maps"));
        assertThat(where("maps", "places['work'].id = 2").count()).isEqualTo(1);
    }

    @Test
    public void testIndexTypeOfUser() throws IOException {
        for (int file = 0; file < 3; file++) {
            rows(file)
                    .selectExpr("*", "concat(town, CHR(65 + %s)) AS lettered".formatted(file))
                    .coalesce(1)
                    .write()
                    .mode(SaveMode.Append)
                    .parquet(path("lettered"));
        }
        LocalSpark.age(root.resolve("lettered"));
        SkippingIndex.of(spark, path("lettered")).create("letters", "lettered").build();
        spark.udf()
                .register(
                        LettersIndexType.FUNCTION,
                        (UDF1<String, String>) LettersIndexType::lastLetter,
                        DataTypes.StringType);
        Map<String, Integer> conditions = Map.of(
                "last_letter(lettered) = 'B'", 1,
                "'B' = LAST_LETTER(lettered)", 1,
                "last_letter(lettered) IN ('A', 'C', NULL)", 2,
                "last_letter(lettered) <> 'A'", 3,
                "last_letter(town) = '7'", 3);
        conditions.forEach((condition, files) -> {
            assertThat(ids("lettered", condition, true)).isEqualTo(ids("lettered", condition, false));
            assertThat(filesRead("lettered", condition)).as(condition).isEqualTo((long) files);
        });
    }

    /** Casts are those of the session, and a file is not left out if its text makes the query fail. */
    @Test(groups = LocalSpark.EACH_SPARK)
    public void testCastsThatFail() throws IOException {
        for (int file = 0; file < 3; file++) {
            spark.range(10 * file, 10 * file + 10, 1, 1)
                    .selectExpr(
                            "id", "CASE id WHEN 15 THEN 'n/a' WHEN 25 THEN '25.5' ELSE CAST(id AS string) END AS code")
                    .write()
                    .mode(SaveMode.Append)
                    .parquet(path("failing-casts"));
        }
        LocalSpark.age(root.resolve("failing-casts"));
        String before = spark.conf().get("spark.sql.ansi.enabled");
        try {
            spark.conf().set("spark.sql.ansi.enabled", "true");
            SkippingIndex.of(spark, path("failing-casts"))
                    .automatic(false)
                    .create("minmax", "CAST(code AS int)")
                    .build();
            assertThat(filesRead("failing-casts", "TRY_CAST(code AS int) = 3")).isEqualTo(1);
            assertThat(filesRead("failing-casts", "TRY_CAST(code AS int) > 100"))
                    .isZero();
            assertThat(filesRead("failing-casts", "CAST(code AS int) = 3")).isEqualTo(3);
            assertThat(filesRead("failing-casts", "CAST(code AS int) = 23")).isEqualTo(2);
            assertThatThrownBy(() ->
                            where("failing-casts", "CAST(code AS int) = 23").collectAsList())
                    .hasMessageContaining("CAST_INVALID_INPUT");
            assertThat(ids("failing-casts", "TRY_CAST(code AS int) IN (3, 23)", true))
                    .hasSize(2);
            spark.conf().set("spark.sql.ansi.enabled", "false");
            assertThat(filesRead("failing-casts", "CAST(code AS int) = 3")).isEqualTo(3);
            assertThat(SkippingIndex.of(spark, path("failing-casts")).build().summarised())
                    .isEqualTo(3);
            assertThat(filesRead("failing-casts", "CAST(code AS int) = 3")).isEqualTo(1);
            assertThat(ids("failing-casts", "CAST(code AS int) = 25", true))
                    .hasSize(1)
                    .isEqualTo(ids("failing-casts", "CAST(code AS int) = 25", false));
            assertThat(filesRead("failing-casts", "TRY_CAST(code AS int) = 3")).isEqualTo(1);
            // the other mode does not use it
            spark.conf().set("spark.sql.ansi.enabled", "true");
            assertThat(filesRead("failing-casts", "CAST(code AS int) = 3")).isEqualTo(3);
        } finally {
            spark.conf().set("spark.sql.ansi.enabled", before);
        }
    }

    @DataProvider
    public Object[][] addedCasts() {
        return new Object[][] {
            {true, "code > 15", "CAST(code AS bigint)"},
            {true, "code IN (5, 6)", "CAST(code AS bigint)"},
            {true, "code < 4.5", "CAST(code AS double)"},
            {true, "code < CAST(4.5 AS float)", "CAST(code AS double)"},
            {true, "code > DATE '2026-01-01'", "CAST(code AS date)"},
            {false, "code > 15", "CAST(code AS int)"},
            {false, "code > 15L", "CAST(code AS bigint)"},
            {false, "code IN (5, 6)", "code"},
            {false, "code < 4.5", "CAST(code AS double)"},
            {false, "code < CAST(4.5 AS float)", "CAST(code AS float)"},
            {false, "code > DATE '2026-01-01'", "CAST(code AS date)"},
        };
    }

    /** Tests to which types Spark casts text by itself, as the page on Spark says. */
    @Test(groups = LocalSpark.EACH_SPARK, dataProvider = "addedCasts")
    public void testCastsThatSparkAdds(boolean ansi, String condition, String column) throws IOException {
        String name = "added-casts-%s-%s".formatted(ansi, Math.abs(condition.hashCode()));
        spark.range(0, 20, 1, 2)
                .selectExpr(
                        "id",
                        condition.contains("DATE")
                                ? "CAST(date_add(DATE '2026-01-01', CAST(id - 9 AS int)) AS string) AS code"
                                : "CAST(id AS string) AS code")
                .write()
                .parquet(path(name));
        LocalSpark.age(root.resolve(name));
        String before = spark.conf().get("spark.sql.ansi.enabled");
        spark.conf().set("spark.sql.ansi.enabled", ansi);
        try {
            SkippingIndex.of(spark, path(name))
                    .automatic(false)
                    .create("minmax", column)
                    .build();
            assertThat(filesRead(name, condition)).isEqualTo(1);
            assertThat(SkippingIndex.explain(where(name, condition))).containsIgnoringCase("(" + column);
        } finally {
            spark.conf().set("spark.sql.ansi.enabled", before);
        }
    }

    private ListMultimap<String, String> shownCounts(String name, String condition) {
        return LocalSpark.shownCounts(where(name, condition));
    }

    /** Tests that what scans count is among their metrics in Spark's UI, with adaptive execution, too. */
    @Test(groups = LocalSpark.EACH_SPARK)
    public void testCountsInUi() throws IOException {
        ListMultimap<String, String> counts = shownCounts("plain", "id = 600");
        assertThat(counts.get("files considered")).containsExactly("8");
        assertThat(counts.get("files pruned by indexes")).containsExactly("7");
        assertThat(counts.get("files not in indexes")).containsExactly("0");
        assertThat(counts.get("files stale in indexes")).containsExactly("0");
        assertThat(counts.get("files whose index did not answer")).containsExactly("0");
        assertThat(counts.get("size pruned by indexes"))
                .hasSize(1)
                .first()
                .asString()
                .contains("KiB");
        assertThat(shownCounts("plain", "ts IS NULL").get("files pruned by indexes"))
                .containsExactly("0");
        assertThat(shownCounts("plain", "ts IS NULL").get("files not in indexes"))
                .containsExactly("0");
        // two scans with conditions of their own, of which the files are those of one folder
        Dataset<Row> united = where("plain", "id < 300")
                .select("id")
                .union(where("plain", "id = 1999").select("id"));
        assertThat(LocalSpark.shownCounts(united).get("files pruned by indexes"))
                .containsExactlyInAnyOrder("6", "7");
        partitioned("counted", 0, "part", 0);
        partitioned("counted", 1, "part", 0);
        partitioned("counted", 2, "part", 1);
        LocalSpark.age(root.resolve("counted"));
        SkippingIndex.of(spark, path("counted")).build();
        spark.read().parquet(path("counted")).createOrReplaceTempView("counted");
        spark.range(2)
                .selectExpr("CAST(id AS int) AS key", "concat('name-', id) AS name")
                .coalesce(1)
                .write()
                .parquet(path("counted-by"));
        spark.read().parquet(path("counted-by")).createOrReplaceTempView("counted_by");
        for (boolean adaptive : new boolean[] {true, false}) {
            spark.conf().set("spark.sql.adaptive.enabled", adaptive);
            try {
                Dataset<Row> star = spark.sql(
                        "SELECT counted.id FROM counted JOIN counted_by ON part = key WHERE name = 'name-0' AND counted.id > 250");
                assertThat(LocalSpark.shownCounts(star).get("files pruned by indexes"))
                        .as("adaptive: %s", adaptive)
                        .contains("1");
            } finally {
                spark.conf().set("spark.sql.adaptive.enabled", false);
            }
        }
    }

    @Test(groups = LocalSpark.EACH_SPARK)
    public void testExplanation() {
        assertThat(SkippingIndex.explain(where("plain", "place.a = 600 AND id + n > 5 AND attrs['Num'] > 5")))
                .contains(
                        "Scan of file:",
                        "`a` = 600L): minmax leaves 1 of 8 objects",
                        "> 5L): no index can decide it",
                        "> 5L): nothing is excluded by minmax(element_at(attrs, 'Num'))",
                        "reads 1 of 8 files");
        assertThat(SkippingIndex.explain(spark.range(3).toDF())).isEmpty();
    }

    @Test
    public void testCommand() throws IOException {
        write("commanded", SaveMode.Overwrite, 0, 2);
        LocalSpark.age(root.resolve("commanded"));
        assertThat(command(
                        "--path", path("commanded"), "--create", "minmax:place.a", "--create", "bloom:code;fpp=0.001"))
                .startsWith("0 ")
                .contains("Summarising 2 of 2 files of", "Summarised 2 files with 500 rows");
        assertThat(filesRead("commanded", "place.a = 100")).isEqualTo(1);
        assertThat(command("--path", path("commanded"), "--automatic", "false"))
                .startsWith("0 ")
                .contains("2 files were in the index already");
        assertThat(command("--path", path("commanded"), "--create", "btree:id"))
                .startsWith("2 ")
                .contains("There is no index type 'btree'");
        assertThat(command("--path", path("commanded"), "--create", "minmax:missing"))
                .startsWith("2 ")
                .contains("There is no column 'missing'");
        assertThat(command("--path", path("commanded"), "--create", "id"))
                .startsWith("2 ")
                .contains("'id' is no index: it must be TYPE:COLUMN");
        assertThat(command("--create", "minmax:id")).startsWith("2 ").contains("either --path or --table");
        assertThat(command("--paht", path("commanded"))).startsWith("2 ").contains("Did you mean '--path'?");
        assertThat(command("--path", path("missing"))).startsWith("1 ").contains("There is no folder");
        assertThat(command("--help")).startsWith("0 ").contains("--create", "Exit codes");
    }

    /** Returns the exit code of the command, and what it printed. */
    static String command(String... arguments) {
        StringWriter printed = new StringWriter();
        PrintWriter writer = new PrintWriter(printed);
        int exit = Build.commandLine().setOut(writer).setErr(writer).execute(arguments);
        return exit + " " + printed;
    }

    @Test
    public void testPython() throws IOException {
        write("from-python", SaveMode.Overwrite, 0, 2);
        LocalSpark.age(root.resolve("from-python"));
        spark.read().parquet(path("from-python")).createOrReplaceTempView("from_python");
        assertThat(LocalPython.run(spark, """
                from spark_skipping import SkippingIndex
                index = SkippingIndex.of(spark, "%s").create("minmax", "place.a").create("bloom", "code", fpp=0.001)
                built = index.build()
                again = SkippingIndex.of(spark.table("from_python")).automatic(False).build()
                told = SkippingIndex.explain(spark.table("from_python").where("place.a = 100"))
                try:
                    SkippingIndex.of(spark, spark.table("from_python"))
                except TypeError as e:
                    wrong = "pass a DataFrame alone" in str(e)
                for call in [lambda: SkippingIndex.of("/folder"), lambda: index.create("minmax", 5)]:
                    try:
                        call()
                        wrong = False
                    except TypeError as e:
                        wrong = wrong and "SkippingIndex" in str(e)
                print(built["summarised"], built["failures"], again["current"], "reads 1 of 2 files" in told, wrong)
                """.formatted(path("from-python")))).isEqualTo("2 [] 2 True True");
        assertThat(filesRead("from-python", "place.a = 100")).isEqualTo(1);
    }

    /** A table may have columns with the names of those that Spark has of each file. */
    @Test
    public void testColumnsNamedAsThoseOfFiles() throws IOException {
        rows(0).selectExpr("id", "CAST(id % 10 AS bigint) AS file_size", "'no such file' AS file_name")
                .coalesce(1)
                .write()
                .parquet(path("named"));
        LocalSpark.age(root.resolve("named"));
        SkippingIndex.of(spark, path("named")).build();
        assertThat(filesRead("named", "file_size > 100")).isZero();
        assertThat(ids("named", "_metadata.file_size > 100", true))
                .hasSize(ROWS)
                .isEqualTo(ids("named", "_metadata.file_size > 100", false));
        assertThat(ids("named", "_metadata.file_name LIKE '%.parquet' AND id < 10", true))
                .hasSize(10);
        assertThat(ids("named", "_metadata.file_name <> 'no such file' AND file_size = 3", true))
                .hasSize(ROWS / 10);
    }

    /** Scans ask for their files once, whatever columns of these they return. */
    @Test(groups = LocalSpark.EACH_SPARK)
    public void testScansListOnce() {
        List<String> settings = List.of("spark.sql.adaptive.enabled", "spark.sql.codegen.wholeStage");
        for (int on = 0; on < 4; on++) {
            spark.conf().set(settings.get(0), on % 2 == 1);
            spark.conf().set(settings.get(1), on > 1);
            try {
                for (String columns : List.of(
                        "id", "_metadata.file_name", "_metadata.row_index", "_metadata", "_metadata.file_size + id")) {
                    assertThat(lookups(where("plain", "id = 600").selectExpr(columns)))
                            .as(columns)
                            .isEqualTo(1);
                }
                assertThat(lookups(where("plain", "id = 600 AND _metadata.file_size > 10")))
                        .isEqualTo(1);
                assertThat(lookups(where("plain", "id < 600 AND _metadata.file_name > ''")
                                .groupBy("flag")
                                .count()))
                        .isEqualTo(1);
                assertThat(lookups(where("plain", "id < 600")
                                .selectExpr("id", "_metadata.file_path AS file")
                                .orderBy("file")
                                .limit(5)))
                        .isEqualTo(1);
            } finally {
                settings.forEach(name -> spark.conf().set(name, false));
            }
        }
    }

    /** Runs a query, and returns how often its scans have asked an index. */
    private static long lookups(Dataset<Row> query) {
        return logged("IndexLookup", Level.INFO, query::collectAsList).stream()
                .filter(line -> line.startsWith("The index of"))
                .count();
    }

    /** Returns the lines that a class of scans logs, at a level or above. */
    private static List<String> logged(String name, Level level, Runnable action) {
        List<String> lines = new CopyOnWriteArrayList<>();
        Logger log = Logger.getLogger("io.skipping.spark.scan." + name);
        Handler collecting = new Handler() {
            @Override
            public void publish(LogRecord record) {
                lines.add(record.getMessage());
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        Level before = log.getLevel();
        log.setLevel(level);
        log.addHandler(collecting);
        try {
            action.run();
        } finally {
            log.removeHandler(collecting);
            log.setLevel(before);
        }
        return lines;
    }

    /** A file that changed, or is new, is read; the next build takes it. */
    @Test
    public void testFilesThatTheIndexDoesNotHave() throws IOException {
        write("growing", SaveMode.Overwrite, 0, 2);
        LocalSpark.age(root.resolve("growing"));
        assertThat(SkippingIndex.of(spark, path("growing")).build().summarised())
                .isEqualTo(2);
        assertThat(filesRead("growing", "id = 100")).isEqualTo(1);
        write("growing", SaveMode.Append, 2, 1);
        assertThat(filesRead("growing", "id = 100")).isEqualTo(2);
        assertThat(shownCounts("growing", "id = 100").get("files not in indexes"))
                .containsExactly("1");
        LocalSpark.age(root.resolve("growing"));
        assertThat(shownCounts("growing", "id = 100").get("files stale in indexes"))
                .containsExactly("2");
        // all of them look as if they had been written again
        assertThat(filesRead("growing", "id = 100")).isEqualTo(3);
        BuildResult again = SkippingIndex.of(spark, path("growing")).build();
        assertThat(again.summarised()).isEqualTo(3);
        assertThat(again.current()).isZero();
        assertThat(filesRead("growing", "id = 100")).isEqualTo(1);
        assertThat(SkippingIndex.of(spark, path("growing")).build().current()).isEqualTo(3);
    }

    /** Whatever is wrong with an index, queries read everything. */
    @Test
    public void testBrokenIndex() throws IOException {
        write("broken", SaveMode.Overwrite, 0, 2);
        LocalSpark.age(root.resolve("broken"));
        SkippingIndex.of(spark, path("broken")).build();
        assertThat(filesRead("broken", "id = 100")).isEqualTo(1);
        try (Stream<Path> files = Files.walk(root.resolve("broken/_skipping"))) {
            for (Path segment :
                    files.filter(file -> file.toString().endsWith(".parquet")).toList()) {
                byte[] content = Files.readAllBytes(segment);
                content[content.length / 2] ^= 1;
                Files.write(segment, content);
            }
        }
        // the driver has it in memory
        assertThat(filesRead("broken", "id = 100")).isEqualTo(1);
        SparkSession another = spark.newSession();
        assertThat(LocalSpark.filesRead(another.read().parquet(path("broken")).where("id = 100")))
                .isEqualTo(1);
        another.conf().set("spark.skipping.index.cache-size", "255m");
        Dataset<Row> query = another.read().parquet(path("broken")).where("id = 100");
        assertThat(query.count()).isEqualTo(1);
        assertThat(LocalSpark.filesRead(query)).isEqualTo(2);
        assertThat(LocalSpark.shownCounts(query.where("n > 0")).get("files whose index did not answer"))
                .containsExactly("2");
    }

    /** Nothing tells whose index it is, so that it must not be taken for no index. */
    @Test
    public void testManifestsThatCannotBeRead() throws IOException {
        write("unreadable", SaveMode.Overwrite, 0, 2);
        LocalSpark.age(root.resolve("unreadable"));
        SkippingIndex.of(spark, path("unreadable")).build();
        try (Stream<Path> files = Files.walk(root.resolve("unreadable/_skipping"))) {
            for (Path manifest :
                    files.filter(file -> file.toString().endsWith(".json")).toList()) {
                Files.write(manifest, Arrays.copyOf(Files.readAllBytes(manifest), 100));
            }
        }
        spark.conf().set("spark.skipping.index.cache-size", "254m");
        try {
            Dataset<Row> query = where("unreadable", "id = 100");
            assertThat(query.count()).isEqualTo(1);
            assertThat(LocalSpark.filesRead(query)).isEqualTo(2);
            assertThat(SkippingIndex.explain(query))
                    .contains("The index cannot be used, and everything is read: Index ", " cannot be read: ")
                    .contains("build the index again, as by SkippingIndex.of(spark, ");
            assertThat(SkippingIndex.of(spark, path("unreadable")).build().summarised())
                    .isEqualTo(2);
            assertThat(filesRead("unreadable", "id = 100")).isEqualTo(1);
        } finally {
            spark.conf().unset("spark.skipping.index.cache-size");
        }
    }

    /** Other indexes are used, so that nothing but a warning tells of it. */
    @Test
    public void testOneOfSeveralIndexesThatCannotBeRead() throws IOException {
        write("half-unreadable", SaveMode.Overwrite, 0, 2);
        LocalSpark.age(root.resolve("half-unreadable"));
        SkippingIndex.of(spark, path("half-unreadable")).build();
        Path manifests = Files.createDirectories(
                root.resolve("half-unreadable/_skipping/grid.meters-0123456789abcdef/manifests"));
        Files.writeString(manifests.resolve("00000000000000000001.json"), "{");
        spark.conf().set("spark.skipping.index.cache-size", "253m");
        try {
            Dataset<Row> query = where("half-unreadable", "id = 100");
            List<String> warnings = logged("LocatedIndexes", Level.WARNING, () -> {
                assertThat(LocalSpark.filesRead(query)).isEqualTo(1);
                assertThat(LocalSpark.filesRead(where("half-unreadable", "id = 101")))
                        .isEqualTo(1);
            });
            assertThat(warnings).hasSize(1);
            assertThat(warnings.get(0))
                    .contains("grid.meters-0123456789abcdef cannot be read: ", "half-unreadable use its other indexes");
        } finally {
            spark.conf().unset("spark.skipping.index.cache-size");
        }
    }

    /** The name of its folder tells which location an unreadable index is of. */
    @Test
    public void testUnreadableIndexAmongThoseOfOtherLocations() throws IOException {
        spark.conf().set("spark.skipping.index.location", path("indexes-of-all"));
        try {
            for (String name : List.of("shares-unreadable", "shares-readable")) {
                write(name, SaveMode.Overwrite, 0, 2);
                LocalSpark.age(root.resolve(name));
                SkippingIndex.of(spark, path(name)).build();
                assertThat(filesRead(name, "id = 100")).isEqualTo(1);
            }
            try (Stream<Path> files = Files.walk(root.resolve("indexes-of-all"))) {
                for (Path manifest : files.filter(file -> file.toString().contains("shares-unreadable")
                                && file.toString().endsWith(".json"))
                        .toList()) {
                    Files.write(manifest, Arrays.copyOf(Files.readAllBytes(manifest), 100));
                }
            }
            spark.conf().set("spark.skipping.index.cache-size", "252m");
            assertThat(filesRead("shares-readable", "id = 100")).isEqualTo(1);
            Dataset<Row> query = where("shares-unreadable", "id = 100");
            assertThat(logged(
                            "IndexLookup",
                            Level.WARNING,
                            () -> assertThat(LocalSpark.filesRead(query)).isEqualTo(2)))
                    .singleElement()
                    .asString()
                    .contains("path.shares-unreadable-", " cannot be read: ");
            assertThat(SkippingIndex.explain(query))
                    .contains("The index cannot be used, and everything is read: Index ");
        } finally {
            spark.conf().unset("spark.skipping.index.location");
            spark.conf().unset("spark.skipping.index.cache-size");
        }
    }

    /** Spark configures its reader when the scan begins, so that files may be read in another way than when the query was planned. */
    @Test(groups = LocalSpark.EACH_SPARK)
    public void testSettingsThatChangeAfterPlanning() {
        Dataset<Row> query = where("plain", "id = 100");
        query.queryExecution().executedPlan();
        spark.conf().set("spark.sql.caseSensitive", "true");
        try {
            assertThat(LocalSpark.filesRead(query)).isEqualTo(FILES);
        } finally {
            spark.conf().unset("spark.sql.caseSensitive");
        }
        assertThat(LocalSpark.filesRead(where("plain", "id = 100"))).isEqualTo(1);
    }

    @Test
    public void testExplanationsOfQueriesThatAskNoIndex() {
        assertThat(SkippingExtensions.areIn(spark)).isTrue();
        assertThat(SkippingExtensions.areIn(spark.newSession())).isTrue();
        spark.conf().set("spark.skipping.enabled", false);
        try {
            assertThat(SkippingIndex.explain(where("plain", "id = 100")))
                    .startsWith("No scan asks an index: spark.skipping.enabled is false");
        } finally {
            spark.conf().set("spark.skipping.enabled", "ture");
        }
        try {
            assertThat(filesRead("plain", "id = 100"))
                    .as("the usual value counts")
                    .isEqualTo(1);
        } finally {
            spark.conf().set("spark.skipping.enabled", true);
        }
    }

    /** Patterns match folders in that of the index, too, and Spark lists a folder that is named, hidden or not. */
    @Test(groups = LocalSpark.EACH_SPARK)
    public void testPatternsThatMatchTheIndex() throws IOException {
        StructType schema = new StructType().add("id", "long");
        spark.range(0, 100, 1, 2).write().mode(SaveMode.Overwrite).json(path("logs/2026/01/02"));
        spark.range(100, 200, 1, 2).write().mode(SaveMode.Overwrite).json(path("logs/2026/01/03"));
        LocalSpark.age(root.resolve("logs"));
        DataFrameReader reader = spark.read().schema(schema);
        assertThat(SkippingIndex.of(reader.option("recursiveFileLookup", true).json(path("logs")))
                        .build()
                        .summarised())
                .isEqualTo(4);
        List<Dataset<Row>> all = List.of(
                spark.read().schema(schema).json(path("logs/*/*/*")),
                spark.read().schema(schema).option("recursiveFileLookup", true).json(path("logs/*")));
        for (boolean isEnabled : new boolean[] {true, false}) {
            spark.conf().set("spark.skipping.manifests.enabled", isEnabled);
            spark.conf().set("spark.skipping.enabled", isEnabled);
            try {
                for (Dataset<Row> query : all) {
                    assertThat(query.inputFiles())
                            .as("Spark lists them")
                            .anyMatch(file -> file.contains("/_skipping/"));
                    assertThat(query.count()).isEqualTo(200);
                    assertThat(query.where("id = 7 OR id IS NULL").count()).isEqualTo(1);
                }
            } finally {
                spark.conf().unset("spark.skipping.manifests.enabled");
                spark.conf().unset("spark.skipping.enabled");
            }
        }
    }

    /** Each folder has a location, and an index, of its own. */
    @Test
    public void testScansOfManyFolders() throws IOException {
        List<String> folders = new ArrayList<>();
        for (int folder = 0; folder < 20; folder++) {
            String name = "folders/" + folder;
            write(name, SaveMode.Overwrite, folder, 1);
            folders.add(path(name));
        }
        LocalSpark.age(root.resolve("folders"));
        for (int folder = 0; folder < 20; folder += 2) {
            SkippingIndex.of(spark, folders.get(folder)).build();
        }
        Dataset<Row> query =
                spark.read().parquet(folders.toArray(String[]::new)).where("id = 100");
        assertThat(query.count()).isEqualTo(1);
        assertThat(LocalSpark.filesRead(query))
                .as("without an index, and the match")
                .isEqualTo(11);
        spark.conf().set("spark.skipping.lookup-timeout", "0s");
        try {
            Dataset<Row> unanswered =
                    spark.read().parquet(folders.toArray(String[]::new)).where("id = 101");
            assertThat(unanswered.count()).isEqualTo(1);
        } finally {
            spark.conf().set("spark.skipping.lookup-timeout", "60s");
        }
    }

    /** Statements must run, in particular one that sets it right. */
    @Test
    public void testSettingsThatCannotBeRead() {
        spark.sql("SET `spark.skipping.lookup-timeout`=2sec");
        try {
            assertThat(where("plain", "id = 100").count()).isEqualTo(1);
            assertThat(filesRead("plain", "id = 100")).isEqualTo(1);
            assertThatThrownBy(() -> SkippingIndex.of(spark, path("plain")).build())
                    .hasMessageContaining("The setting spark.skipping.lookup-timeout cannot be '2sec'");
        } finally {
            spark.sql("SET `spark.skipping.lookup-timeout`=60s");
        }
        spark.conf().set("spark.skipping.index.cache-size", "256 mb");
        try {
            assertThat(where("plain", "id = 100").count()).isEqualTo(1);
        } finally {
            spark.conf().unset("spark.skipping.index.cache-size");
        }
    }

    /** Spark takes an option that is NULL for one that is not set. */
    @Test(groups = LocalSpark.EACH_SPARK)
    public void testOptionsThatAreNull() {
        spark.range(0, 100, 1, 1).write().mode(SaveMode.Overwrite).csv(path("null-options"));
        for (String option : List.of("quote", "escape", "nullValue", "dateFormat")) {
            assertThat(spark.read()
                            .schema("id long")
                            .option(option, (String) null)
                            .csv(path("null-options"))
                            .where("id = 7")
                            .count())
                    .as(option)
                    .isEqualTo(1);
        }
    }

    /** Queries look in the folder of the data set, so that they would never find an index of a partition. */
    @Test
    public void testFolderOfAPartition() {
        partitioned("of-parts", 0, "part", 0);
        assertThatThrownBy(() -> SkippingIndex.of(spark, path("of-parts/part=0")))
                .hasMessageContaining("looks like a partition")
                .hasMessageContaining("so build that of file:");
    }

    /** A batch of 4,096 long texts would take a gigabyte. */
    @Test
    public void testLongTexts() throws IOException {
        spark.range(0, 600, 1, 1)
                .selectExpr("id", "repeat(concat('page ', id, ' '), 20000) AS html")
                .write()
                .mode(SaveMode.Overwrite)
                .parquet(path("pages"));
        LocalSpark.age(root.resolve("pages"));
        BuildResult built = SkippingIndex.of(spark, path("pages")).build();
        assertThat(built.failures()).isEmpty();
        assertThat(built.rows()).isEqualTo(600);
        assertThat(spark.read()
                        .parquet(path("pages"))
                        .where("html LIKE 'page 599 %'")
                        .count())
                .isEqualTo(1);
    }

    @Test
    public void testRequestsThatCannotBe() {
        SkippingIndex index = SkippingIndex.of(spark, path("plain"));
        assertThatThrownBy(() -> index.create("minmax", "missing"))
                .hasMessageContaining("There is no column 'missing' that can be indexed")
                .hasMessageContaining("town");
        spark.range(0, 10, 1, 1).write().mode(SaveMode.Overwrite).csv(path("no-parquet"));
        assertThatThrownBy(() -> SkippingIndex.of(spark, path("no-parquet")).build())
                .hasMessageContaining("as Parquet: pass what reads other formats");
        assertThatThrownBy(() -> SkippingIndex.of(spark.read()
                                .schema("id long")
                                .option("mode", "FAILFAST")
                                .csv(path("no-parquet")))
                        .build())
                .hasMessageContaining("cannot be indexed: the option 'mode' may leave records out, or is not known");
        assertThatThrownBy(() -> index.create("btree", "id")).hasMessageContaining("There is no index type 'btree'");
        assertThatThrownBy(() -> index.create("bbox", "town", "lat")).isInstanceOf(IllegalArgumentException.class);
    }
}
