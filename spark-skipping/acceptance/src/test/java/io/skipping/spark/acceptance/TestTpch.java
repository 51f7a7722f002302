// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.skipping.testing.lake.Queries;
import io.skipping.testing.lake.Run;
import io.skipping.testing.spark.SparkSql;
import io.skipping.testing.tpch.Tpch;
import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/**
 * Tests that Spark answers all queries of TPC-H with skipping as it does without, of Parquet and of CSV. {@code
 * -Dskipping.test.tpch-scale=sf1} takes tables of a gigabyte.
 */
@Test(groups = "servers")
public class TestTpch {
    private static final String SCALE = System.getProperty("skipping.test.tpch-scale", "tiny");
    private static final char SEPARATOR = '|';

    /** By these columns, tables are divided into objects of a year each, so that something can be skipped. */
    private static final Map<String, String> DATES = Map.of("orders", "o_orderdate", "lineitem", "l_shipdate");

    private static final int FIRST_YEAR = 1992;
    private static final int LAST_YEAR = 1998;

    private TrinoAndSpark lake;

    @BeforeClass
    public void start() throws IOException, SQLException {
        lake = TrinoAndSpark.start(
                SCALE.equals("tiny") ? "1g" : "3g",
                "spark.sql.shuffle.partitions=1",
                // compiling the stages takes longer than running them; that both read alike is tested with formats and
                // filters
                "spark.sql.codegen.wholeStage=false",
                "spark.sql.codegen.factoryMode=NO_CODEGEN",
                "spark.skipping.range-size=256k",
                "spark.skipping.smallest-gap=0",
                // what is skipped must not depend on how busy the machine is
                "spark.skipping.lookup-timeout=1m");
    }

    @AfterClass(alwaysRun = true)
    public void stop() throws IOException, SQLException {
        if (lake != null) {
            lake.close();
        }
    }

    @DataProvider
    public Object[][] formats() {
        return new Object[][] {
            {"parquet", "format = 'PARQUET'"},
            {"csv", "format = 'TEXTFILE', textfile_field_separator = '%s'".formatted(SEPARATOR)}
        };
    }

    /**
     * Writes all tables by Trino, and asks Spark all queries with skipping and without.
     *
     * @param format the format of the tables, as Spark calls it
     * @param properties those of the tables that Trino writes
     */
    @Test(dataProvider = "formats")
    public void testAnswersAreTheSame(String format, String properties) throws IOException, SQLException {
        write(format, properties);
        SparkSql spark = lake.spark();
        for (String table : Tpch.TABLES) {
            spark.createTable(
                    table,
                    format,
                    SEPARATOR,
                    "s3a://%s/tpch_%s/%s".formatted(TrinoAndSpark.BUCKET, format, table),
                    columns(format, table));
            spark.build(table);
        }
        long objects = 0;
        long objectsWithSkipping = 0;
        for (int query = 0; query < Tpch.QUERIES.size(); query++) {
            Run plain = spark.run(false, oneLine(Tpch.QUERIES.get(query)));
            Run skipping = spark.run(true, oneLine(Tpch.QUERIES.get(query)));
            assertThat(skipping.rows()).as("query %d of %s", query + 1, format).isEqualTo(plain.rows());
            objects += plain.counts().data().objectsRead();
            objectsWithSkipping += skipping.counts().data().objectsRead();
        }
        // not bytes: how much S3A reads ahead differs from run to run
        assertThat(objectsWithSkipping).as("objects that are opened").isLessThan(objects);
    }

    private static String oneLine(String query) {
        return query.replace('\n', ' ');
    }

    private void write(String format, String properties) throws IOException, SQLException {
        Queries queries = lake.queries();
        queries.rows("SET SESSION hive.compression_codec = 'NONE'");
        queries.rows("CREATE SCHEMA hive.tpch_" + format);
        for (String table : Tpch.TABLES) {
            String rows = Tpch.rows(queries, SCALE, table);
            String created = "hive.tpch_%s.%s".formatted(format, table);
            String create = "CREATE TABLE %s WITH (%s, external_location = 's3://%s/tpch_%s/%s') AS "
                    .formatted(created, properties, TrinoAndSpark.BUCKET, format, table);
            if (!DATES.containsKey(table)) {
                queries.rows(create + rows);
                continue;
            }
            for (int year = FIRST_YEAR; year <= LAST_YEAR; year++) {
                queries.rows((year == FIRST_YEAR ? create : "INSERT INTO %s ".formatted(created))
                        + "SELECT * FROM (%s) WHERE year(%s) = %d".formatted(rows, DATES.get(table), year));
            }
        }
        lake.s3().age(TrinoAndSpark.BUCKET);
    }

    /** Returns the columns of a table in Spark's DDL. */
    private String columns(String format, String table) throws SQLException {
        List<List<Object>> columns = lake.queries().rows("SHOW COLUMNS FROM hive.tpch_%s.%s".formatted(format, table));
        return columns.stream()
                .map(column -> "%s %s"
                        .formatted(column.getFirst(), ((String) column.get(1)).replaceAll("varchar.*", "string")))
                .collect(Collectors.joining(", "));
    }
}
