// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.acceptance;

import static io.skipping.testing.lake.LocalLake.HIVE_CATALOG;
import static io.skipping.testing.lake.LocalLake.SKIPPING_CATALOG;
import static io.skipping.testing.lake.LocalLake.SKIPPING_ICEBERG_CATALOG;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import com.google.common.collect.Iterables;
import io.skipping.testing.folder.Checkout;
import io.skipping.testing.folder.Folders;
import io.skipping.testing.lake.Catalogs;
import io.skipping.testing.lake.IndexedTable;
import io.skipping.testing.lake.LocalLake;
import io.skipping.testing.lake.Queries;
import io.skipping.testing.lake.Run;
import io.skipping.testing.lake.Setting;
import io.skipping.testing.trino.LocalTrino;
import io.skipping.testing.trino.TrinoRelease;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.testng.SkipException;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests the folders of the plugin in real servers: each in a server of its own release, and in one of the other release. */
@Test(groups = "servers")
public class TestTrinoReleases {
    private static final List<String> FORMATS = List.of("TEXTFILE", "CSV", "JSON", "PARQUET", "ORC", "AVRO");
    private static final int OBJECTS = 3;
    private static final int ROWS = 100;
    /** With as many digits as the last number. */
    private static final int FIRST = 1000;

    /** Values near limits, by column; the shorter lists end in NULLs. */
    private static final Map<String, String> LIMITS = ImmutableMap.<String, String>builder()
            .put("number", "ARRAY[1, 2, 3, 4, 5, 6, 7]")
            .put("flag", "ARRAY[true, false]")
            .put("tiny", "ARRAY[TINYINT '-128', TINYINT '127']")
            .put("small", "ARRAY[SMALLINT '-32768', SMALLINT '32767']")
            .put("large", "ARRAY[-9223372036854775808, 9223372036854775807]")
            .put("dbl", "ARRAY[-0e0, 4.9e-324, 1.7976931348623157e308, 0.1e0, nan(), infinity(), -infinity()]")
            .put("flt", "ARRAY[REAL '-0', REAL '1.4e-45', REAL '3.4028235e38', REAL '0.1']")
            .put("dec", "CAST(ARRAY[9999999999.99, -9999999999.99, 0] AS array(decimal(12, 2)))")
            .put(
                    "dec_long",
                    "CAST(ARRAY[DECIMAL '999999999999999999999999999999999.99999', DECIMAL '-0.00001'] AS array(decimal(38, 5)))")
            .put(
                    "day",
                    "ARRAY[DATE '0001-01-01', DATE '1500-02-28', DATE '1582-10-04', DATE '1582-10-15', DATE '1969-12-31', DATE '9999-12-31']")
            .put(
                    "ts",
                    "ARRAY[TIMESTAMP '0001-01-01 00:00:00.000', TIMESTAMP '1582-10-10 01:02:03.004', TIMESTAMP '1883-11-18 12:00:00.001', TIMESTAMP '1969-12-31 23:59:59.999', TIMESTAMP '2020-03-29 02:30:00.000', TIMESTAMP '9999-12-31 23:59:59.999']")
            .put("text", "ARRAY['', ' ', 'a' || chr(0), 'caf\u00e9', U&'\\FFFD', U&'\\+01F600', ' x ']")
            .put("c3", "CAST(ARRAY['a', 'ab ', '\u00e9\u00e9\u00e9'] AS array(char(3)))")
            .put("v3", "CAST(ARRAY['abc', 'a  ', U&'\\+01F600'] AS array(varchar(3)))")
            .put("bin", "ARRAY[X'00', X'FF01', X'0A0D']")
            .put("list", "ARRAY[ARRAY[1, NULL, 3], CAST(ARRAY[] AS array(integer)), ARRAY[NULL]]")
            .put("entries", "CAST(ARRAY[MAP(ARRAY['a', 'b'], ARRAY[1e0, NULL])] AS array(map(varchar, double)))")
            .buildOrThrow();

    private static final Set<String> NOT_IN_AVRO = ImmutableSet.of("tiny", "small", "c3", "v3");

    private Path folder;
    private LocalLake lake;
    private LocalTrino older;
    private final Map<TrinoRelease, Queries> servers = new EnumMap<>(TrinoRelease.class);
    /** of other sessions, with skipping off */
    private final Map<Queries, Queries> off = new HashMap<>();

    /** Starts two servers of different releases over the same objects, tables and indexes. */
    @BeforeClass
    public void start() throws IOException, SQLException {
        try {
            for (TrinoRelease release : TrinoRelease.values()) {
                Checkout.skippingPlugin(release.toString());
            }
        } catch (IOException e) {
            // 'mvn verify' of everything builds them; tests of this module alone may come without
            throw new SkipException(e.getMessage());
        }
        folder = Files.createTempDirectory("releases");
        lake = LocalLake.in(folder)
                .release(TrinoRelease.TRINO_483)
                .patient()
                .withIceberg()
                .start();
        servers.put(TrinoRelease.TRINO_483, new Queries(lake));
        older = lake.startBeside(TrinoRelease.TRINO_476, "1g");
        servers.put(TrinoRelease.TRINO_476, new Queries(lake.s3().log(), older.connect()));
        servers.get(TrinoRelease.TRINO_476).rows("CREATE SCHEMA %s.grid".formatted(SKIPPING_CATALOG));
        servers.get(TrinoRelease.TRINO_476)
                .rows("CREATE SCHEMA %s.grid WITH (location = 's3://%s/iceberg')"
                        .formatted(SKIPPING_ICEBERG_CATALOG, LocalLake.BUCKET));
        off.put(servers.get(TrinoRelease.TRINO_483), new Queries(lake));
        off.put(servers.get(TrinoRelease.TRINO_476), new Queries(lake.s3().log(), older.connect()));
        for (Queries queries : off.values()) {
            queries.use(Setting.OFF);
        }
    }

    @AfterClass(alwaysRun = true)
    public void stop() throws IOException, SQLException {
        for (Queries queries : Iterables.concat(servers.values(), off.values())) {
            queries.close();
        }
        if (older != null) {
            older.close();
        }
        if (lake != null) {
            lake.close();
        }
        if (folder != null) {
            Folders.delete(folder);
        }
    }

    @DataProvider
    public Object[][] releases() {
        return Stream.of(TrinoRelease.values())
                .map(release -> new Object[] {release})
                .toArray(Object[][]::new);
    }

    /** Each of the two servers uses what it and the other one have written and indexed. */
    @Test(dataProvider = "releases")
    public void testTablesAndIndexesGoFromReleaseToRelease(TrinoRelease writer) throws IOException, SQLException {
        assertThat(servers.get(writer).rows("SELECT version()")).containsExactly(List.of(writer.toString()));
        for (String format : FORMATS) {
            String table = "%s_of_%s".formatted(format, writer).toLowerCase(Locale.ENGLISH);
            for (int object = 0; object < OBJECTS; object++) {
                write(servers.get(writer), table, format, object);
            }
            lake.s3().age(LocalLake.BUCKET);
            new IndexedTable(servers.get(writer), "grid", table).build();
            for (Queries reader : servers.values()) {
                assertIndexed(reader, table);
                check(reader, table, format);
            }
        }
    }

    /** The same of an Iceberg table, by a condition that Iceberg's bounds do not decide, and after the other server has changed it. */
    @Test(dataProvider = "releases")
    public void testIcebergTablesAndIndexesGoFromReleaseToRelease(TrinoRelease writer)
            throws IOException, SQLException {
        String name = "iceberg_of_" + writer;
        String table = "%s.grid.%s".formatted(SKIPPING_ICEBERG_CATALOG, name);
        String rows =
                "SELECT CAST(x %% 10 * 10 + %d AS bigint) AS number, 'meter ' || CAST(x AS varchar) AS name FROM UNNEST(sequence(0, 99)) AS s(x)";
        Queries other = servers.get(writer == TrinoRelease.TRINO_476 ? TrinoRelease.TRINO_483 : TrinoRelease.TRINO_476);
        servers.get(writer).rows("CREATE TABLE %s AS %s".formatted(table, rows.formatted(1)));
        servers.get(writer).rows("INSERT INTO %s %s".formatted(table, rows.formatted(2)));
        IndexedTable indexed =
                new IndexedTable(servers.get(writer), SKIPPING_ICEBERG_CATALOG, "grid", name, Optional.empty());
        indexed.request("values", List.of("number"));
        indexed.build();
        for (Queries reader : servers.values()) {
            assertIcebergRead(reader, name, "number = 52", 1);
            assertIcebergRead(reader, name, "mod(number, 10) = 1 AND number < 30", 1);
        }
        other.rows("ALTER TABLE %s RENAME COLUMN number TO id".formatted(table));
        other.rows("INSERT INTO %s %s".formatted(table, rows.formatted(3)));
        for (Queries reader : servers.values()) {
            assertIcebergRead(reader, name, "id = 52", 1);
        }
        new IndexedTable(other, SKIPPING_ICEBERG_CATALOG, "grid", name, Optional.empty()).build();
        for (Queries reader : servers.values()) {
            assertIcebergRead(reader, name, "id = 52", 2);
            assertIcebergRead(reader, name, "id IN (51, 53)", 1);
        }
    }

    /** @param pruned data files that are skipped, of those that Iceberg alone reads: servers keep such small files in memory */
    private static void assertIcebergRead(Queries queries, String table, String condition, int pruned)
            throws SQLException {
        String query = "SELECT * FROM %%s.grid.%s WHERE %s ORDER BY 1, 2".formatted(table, condition);
        assertThat(queries.rows(query.formatted(SKIPPING_ICEBERG_CATALOG)))
                .as(query)
                .isEqualTo(queries.rows(query.formatted(LocalLake.ICEBERG_CATALOG)))
                .isNotEmpty();
        assertThat(queries.rows("EXPLAIN ANALYZE VERBOSE " + query.formatted(SKIPPING_ICEBERG_CATALOG)))
                .as(query)
                .asString()
                .contains("'skipping.objects.pruned' = LongCount{total=%d}".formatted(pruned));
    }

    private static void write(Queries queries, String name, String format, int object) throws SQLException {
        String rows =
                "SELECT CAST(%1$d + x AS %2$s) AS number, 'meter ' || CAST(%1$d + x AS varchar) AS name FROM UNNEST(sequence(0, %3$d)) AS s(x)"
                        .formatted(FIRST + object * ROWS, isCsv(format) ? "varchar" : "bigint", ROWS - 1);
        String table = "%s.grid.%s".formatted(SKIPPING_CATALOG, name);
        queries.rows(
                object == 0
                        ? "CREATE TABLE %s WITH (format = '%s', external_location = 's3://%s/grid/%s') AS %s"
                                .formatted(table, format, LocalLake.BUCKET, name, rows)
                        : "INSERT INTO %s %s".formatted(table, rows));
    }

    /** Returns whether all columns are text. */
    private static boolean isCsv(String format) {
        return format.equals("CSV");
    }

    private static void assertIndexed(Queries queries, String table) throws SQLException {
        assertThat(new IndexedTable(queries, "grid", table).isComplete())
                .as("all objects of %s are indexed", table)
                .isTrue();
    }

    private void check(Queries queries, String table, String format) throws SQLException {
        for (String condition :
                List.of("number = 1150", "name = 'meter 1250'", "number BETWEEN 1090 AND 1095 OR number IS NULL")) {
            // all numbers have four digits, so text is in their order
            assertRead(
                    queries,
                    table,
                    isCsv(format) ? condition.replaceAll("\\b(\\d{4})\\b(?!')", "'$1'") : condition,
                    OBJECTS,
                    1);
        }
    }

    /**
     * Checks that the stock connector and ours, with skipping on and off, return the same rows.
     *
     * @param objects objects of the table
     * @param read objects that are read with skipping on
     */
    private void assertRead(Queries queries, String table, String condition, int objects, int read)
            throws SQLException {
        // as bytes, since text that is not UTF-8 may not reach the client
        String query =
                "SELECT number, to_hex(to_utf8(name)) FROM %%s.grid.%s WHERE %s ORDER BY 1".formatted(table, condition);
        Run plain = queries.run(query.formatted(HIVE_CATALOG));
        Run skipping = queries.run(query.formatted(SKIPPING_CATALOG));
        assertThat(skipping.rows()).as(query).isEqualTo(plain.rows());
        assertThat(plain.rows()).as(query).isNotEmpty();
        assertThat(plain.objects("grid/%s/".formatted(table)))
                .as("all objects: %s", query)
                .isEqualTo(objects);
        assertThat(skipping.objects("grid/%s/".formatted(table)))
                .as("objects that may have the rows: %s", query)
                .isEqualTo(read);
        assertThat(off.get(queries).rows(query.formatted(SKIPPING_CATALOG)))
                .as("skipping off: %s", query)
                .isEqualTo(plain.rows());
    }

    /**
     * The releases read different values of CSV that is not UTF-8. No release takes from an index what another one has
     * read of such objects.
     */
    @Test(dataProvider = "releases")
    public void testWhatReleasesReadDifferentlyOfCsvIsNotSkipped(TrinoRelease builder)
            throws IOException, SQLException {
        String table = "wrong_csv_of_" + builder;
        Path objects = Files.createDirectories(
                lake.s3().bucket(LocalLake.BUCKET).resolve("grid").resolve(table));
        Files.writeString(objects.resolve("ascii"), "1000,cafe\n\"1001\",\"cafe\"\n");
        Files.writeString(objects.resolve("utf8"), "1010,caf\u00e9\n\"1011\",\"caf\u00e9\"\n");
        Files.writeString(objects.resolve("latin"), "1020,caf\u00e9\n", ISO_8859_1);
        Files.writeString(objects.resolve("latin-in-quotes"), "\"1030\",\"caf\u00e9\"\n", ISO_8859_1);
        Files.writeString(objects.resolve("replaced"), "1040,caf\ufffd\n");
        servers.get(builder)
                .rows(
                        "CREATE TABLE %s.grid.%s (number varchar, name varchar) WITH (format = 'CSV', external_location = 's3://%s/grid/%s')"
                                .formatted(HIVE_CATALOG, table, LocalLake.BUCKET, table));
        lake.s3().age(LocalLake.BUCKET);
        new IndexedTable(servers.get(builder), "grid", table).build();
        for (Queries reader : servers.values()) {
            assertIndexed(reader, table);
            assertRead(reader, table, "number = '1020'", 5, 1);
            assertRead(reader, table, "name = 'cafe'", 5, 4);
            assertRead(reader, table, "name = 'caf\u00e9'", 5, 4);
            assertRead(reader, table, "name = U&'caf\\FFFD'", 5, 3);
            assertRead(reader, table, "name <> 'cafe' AND number > '1015'", 5, 3);
            // in 483, the byte of Latin-1 stands behind all letters of UTF-8
            assertRead(reader, table, "name > 'cafz' AND number IN ('1011', '1020', '1030')", 5, 3);
            String extremes = "SELECT to_hex(to_utf8(min(name))), max(number), count(name) FROM %s.grid." + table;
            assertThat(reader.rows(extremes.formatted(SKIPPING_CATALOG)))
                    .isEqualTo(reader.rows(extremes.formatted(HIVE_CATALOG)));
        }
        String replaced =
                "SELECT number FROM %s.grid.%s WHERE name = U&'caf\\FFFD' ORDER BY 1".formatted(HIVE_CATALOG, table);
        assertThat(servers.get(TrinoRelease.TRINO_476).rows(replaced))
                .containsExactly(List.of("1020"), List.of("1030"), List.of("1040"));
        assertThat(servers.get(TrinoRelease.TRINO_483).rows(replaced))
                .as("in lines without quotes, the bytes are kept")
                .containsExactly(List.of("1030"), List.of("1040"));
    }

    /** Checks that both releases read the same values of files, for which they share profiles. TestOddLines compares lines of text and JSON. */
    @Test(dataProvider = "releases")
    public void testLimitsAreReadAlike(TrinoRelease writer) throws SQLException {
        for (String format : List.of("ORC", "PARQUET", "AVRO", "RCTEXT")) {
            Map<String, String> columns = new LinkedHashMap<>(LIMITS);
            if (format.equals("AVRO")) {
                columns.keySet().removeAll(NOT_IN_AVRO);
            }
            String name = "limits_in_%s_of_%s".formatted(format, writer).toLowerCase(Locale.ENGLISH);
            String table = "%s.grid.%s".formatted(HIVE_CATALOG, name);
            servers.get(writer)
                    .rows(
                            "CREATE TABLE %s WITH (format = '%s', external_location = 's3://%s/grid/%s') AS SELECT *, CAST(ROW(large, text) AS row(f bigint, g varchar)) AS nested FROM UNNEST(%s) AS t(%s)"
                                    .formatted(
                                            table,
                                            format,
                                            LocalLake.BUCKET,
                                            name,
                                            String.join(", ", columns.values()),
                                            String.join(", ", columns.keySet())));
            String query = Stream.concat(columns.keySet().stream(), Stream.of("nested"))
                    .map(TestTrinoReleases::comparable)
                    .collect(joining(", ", "SELECT ", " FROM " + table + " ORDER BY number"));
            List<List<Object>> inOlder = servers.get(TrinoRelease.TRINO_476).rows(query);
            assertThat(inOlder).as(table).hasSize(7);
            assertThat(servers.get(TrinoRelease.TRINO_483).rows(query))
                    .as(table)
                    .isEqualTo(inOlder);
        }
    }

    /** Returns an expression whose values in Java are equal if those of the column are the same. */
    private static String comparable(String column) {
        return switch (column) {
            case "bin" -> "to_hex(bin)";
            case "list", "entries", "nested" -> "json_format(CAST(%s AS json))".formatted(column);
            // independent of the zone of this test, which may not have some times
            case "day", "ts" -> "CAST(%s AS varchar)".formatted(column);
            default -> column;
        };
    }

    @DataProvider
    public Object[][] servers() {
        return new Object[][] {
            {TrinoRelease.TRINO_476, TrinoRelease.TRINO_483}, {TrinoRelease.TRINO_483, TrinoRelease.TRINO_476}
        };
    }

    @Test(dataProvider = "servers")
    public void testAFolderInAServerOfAnotherReleaseSaysSo(TrinoRelease server, TrinoRelease plugin)
            throws IOException {
        LocalTrino.Builder trino = LocalTrino.builder()
                .release(server)
                .directory(folder.resolve("other-" + server))
                .plugin(Catalogs.SKIPPING, Checkout.skippingPlugin(plugin.toString()))
                .catalog(
                        SKIPPING_CATALOG,
                        Catalogs.withConnector(
                                Catalogs.SKIPPING,
                                Map.of(
                                        "hive.metastore",
                                        "file",
                                        "hive.metastore.catalog.dir",
                                        "local:///metastore",
                                        "fs.native-local.enabled",
                                        "true",
                                        "local.location",
                                        folder.toString())));

        assertThatThrownBy(() -> trino.start().close())
                .isInstanceOf(IOException.class)
                .hasMessageContaining(
                        "This plugin's folder is for Trino %s, but the server is Trino %s. Put the folder trino-skipping-plugin-%s in its place",
                        plugin, server, server);
    }
}
