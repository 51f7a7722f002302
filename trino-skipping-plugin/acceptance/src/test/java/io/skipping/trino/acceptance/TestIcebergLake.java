// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.skipping.testing.folder.Checkout;
import io.skipping.testing.folder.Folders;
import io.skipping.testing.lake.Catalogs;
import io.skipping.testing.lake.Queries;
import io.skipping.testing.lake.Run;
import io.skipping.testing.s3.LocalS3;
import io.skipping.testing.s3.RequestCounts;
import io.skipping.testing.s3.RequestKind;
import io.skipping.testing.s3.RequestLog;
import io.skipping.testing.trino.LocalTrino;
import io.skipping.testing.trino.TrinoRelease;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.testng.SkipException;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests Iceberg tables in an S3 endpoint with a real server: the job builds their index, and queries read the files that it leaves. */
@Test(groups = "servers")
public class TestIcebergLake {
    private static final int FILES = 4;
    private static final long LONGEST_RUN_SECONDS = 120;
    private static final long POLL_MILLIS = 200;

    private static final long SEED = Long.getLong("lake.seed", System.nanoTime());
    private static final int ROUNDS = 10;
    private static final int FEW_ROUNDS = 3;
    /** Numbers from here on were added while jobs followed the table. */
    private static final int ADDED = 1_000_000;

    @DataProvider
    public Object[][] releases() {
        return new Object[][] {{TrinoRelease.TRINO_476}, {TrinoRelease.TRINO_483}};
    }

    @Test(dataProvider = "releases")
    public void testQueriesReadTheFilesThatTheIndexLeaves(TrinoRelease release)
            throws IOException, SQLException, InterruptedException {
        try {
            Checkout.skippingPlugin(release.toString());
            Checkout.indexBuilder();
        } catch (IOException e) {
            // 'mvn verify' of everything builds them; tests of this module alone may come without
            throw new SkipException(e.getMessage());
        }
        Path folder = Files.createTempDirectory("iceberg-lake");
        try (LocalS3 s3 = LocalS3.start(folder.resolve("s3"))) {
            s3.createBucket("lake");
            Map<String, String> iceberg = Catalogs.icebergOnLocalS3(s3, folder.resolve("metastore"));
            // the coordinator, which is the only worker, would keep these small data files in memory
            iceberg.remove("fs.memory-cache.max-content-length");
            iceberg.put("iceberg.metadata-cache.enabled", "false");
            Map<String, String> skipping = new LinkedHashMap<>(Catalogs.skippingIceberg(iceberg));
            // what is skipped must not depend on how busy the machine is
            skipping.put("skipping.lookup-timeout", "1m");
            try (LocalTrino trino = LocalTrino.builder()
                            .release(release)
                            .directory(folder.resolve("trino"))
                            .catalog("iceberg", iceberg)
                            .catalog("ice", skipping)
                            .start();
                    Queries queries = new Queries(s3.log(), trino.connect())) {
                createTable(queries);
                // of the page's statements, the first make its table, which is another one here, and then come index
                // and query
                List<String> statements = gettingStarted("sql");
                run(queries, statements.get(1));
                build(queries, s3, trino, folder, FILES, "summarised " + FILES + " objects");
                build(queries, s3, trino, folder, 0, "needed nothing");
                assertThat(run(queries, statements.getLast()))
                        .as("what the page has under \"Getting started\"")
                        .matches("(?s).*leaves 1 of 4 objects.*skipping\\.objects\\.pruned.*");
                ask(queries, "number = 4002", 1);
                ask(queries, "name LIKE '%house 2 in%'", 1);
                ask(queries, "place.town = 'town 7'", 1);
                ask(queries, "number < 0", 0);
                if (release.hasGeospatialFunctions()) {
                    for (String shape : List.of(
                            "ST_Point(longitude, latitude)", "ST_GeometryFromText(text)", "ST_GeomFromBinary(bytes)")) {
                        askForFewer(queries, within(shape));
                    }
                    askForPlacesThatChange(queries);
                }
                queries.rows("DELETE FROM ice.grid.meters WHERE number = 4002");
                assertSameRows(queries, "number = 4002");
                // a file of deletes may be read as well
                askForFewer(queries, "number = 4006");
                insert(queries, ROUNDS);
                build(queries, s3, trino, folder, 1, "summarised 1 object");
                changeWhileJobsFollow(trino, queries, folder, release == TrinoRelease.TRINO_476 ? ROUNDS : FEW_ROUNDS);
            }
        } finally {
            Folders.delete(folder);
        }
    }

    /** Two jobs follow the table, of which one is killed again and again: answers stay right, and the other gets to the end. */
    private static void changeWhileJobsFollow(LocalTrino trino, Queries queries, Path folder, int rounds)
            throws IOException, SQLException, InterruptedException {
        Random random = new Random(SEED);
        Path log = folder.resolve("follower.out");
        Process follower = job(trino, log, "--watch", "100ms");
        Process victim = job(trino, folder.resolve("victim.out"), "--watch", "1ms");
        try {
            for (int round = 0; round < rounds; round++) {
                String what = "round %d, seed %d".formatted(round, SEED);
                change(queries, round, random);
                for (String condition : List.of(
                        "number BETWEEN %d AND %1$d + 40".formatted(random.nextInt(16_000)),
                        "number = %d".formatted(ADDED + round),
                        "name LIKE '%%house %d in%%' AND number %% 1000 = 2".formatted(random.nextInt(FILES)))) {
                    assertThat(queries.rows(query("ice", condition)))
                            .as("%s: %s", condition, what)
                            .containsExactlyInAnyOrderElementsOf(queries.rows(query("iceberg", condition)));
                }
                if (random.nextBoolean()) {
                    // SIGKILL, wherever it is
                    victim.destroyForcibly().waitFor();
                    victim = job(trino, folder.resolve("victim.out"), "--watch", "1ms");
                }
            }
            victim.destroyForcibly().waitFor();
            // however many writers had a share in the last rewriting, there is a file that the index can leave out
            insert(queries, ROUNDS);
            long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(LONGEST_RUN_SECONDS);
            while (!isComplete(queries)) {
                assertThat(System.nanoTime())
                        .as("the job that was not killed: %s", Files.readString(log))
                        .isLessThan(deadline);
                TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
            }
            assertThat(follower.isAlive())
                    .as("the job that was not killed: %s", Files.readString(log))
                    .isTrue();
            askForFewer(queries, "name LIKE '%house 2 in%'");
        } finally {
            victim.destroyForcibly().waitFor();
            follower.destroyForcibly().waitFor();
        }
    }

    private static void insert(Queries queries, int round) throws SQLException {
        queries.rows(
                "INSERT INTO ice.grid.meters SELECT %d, 'meter of house added in street 1', %s, 1, 2, 3, 'POINT (1 2)', NULL, 4, 'noise'"
                        .formatted(ADDED + round, "CAST(ROW('elsewhere') AS ROW(town varchar))"));
    }

    private static void change(Queries queries, int round, Random random) throws SQLException {
        insert(queries, round);
        switch (random.nextInt(4)) {
            case 0 -> queries.rows("DELETE FROM ice.grid.meters WHERE number %% 997 = %d".formatted(round));
            case 1 ->
                queries.rows("UPDATE ice.grid.meters SET kwh = kwh + 1 WHERE number %% 991 = %d".formatted(round));
            case 2 -> queries.rows("ALTER TABLE ice.grid.meters EXECUTE optimize(file_size_threshold => '10kB')");
            default -> {
                // the row that was inserted is all
            }
        }
    }

    private static boolean isComplete(Queries queries) throws SQLException {
        return (boolean) queries.rows(
                        "SELECT count(*) > 0 AND bool_and(objects_indexed = objects_total) FROM ice.grid.\"meters$indexes\"")
                .getFirst()
                .getFirst();
    }

    private static Process job(LocalTrino trino, Path output, String... more) throws IOException {
        List<String> command = buildCommand(trino);
        command.addAll(List.of(more));
        return new ProcessBuilder(command)
                .directory(Checkout.root().toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
    }

    private static void createTable(Queries queries) throws SQLException {
        queries.rows("CREATE SCHEMA ice.grid WITH (location = 's3://lake/grid')");
        for (int file = 0; file < FILES; file++) {
            String rows = """
                    SELECT i * 4 + %1$d AS number,
                        CAST(i %% 97 AS varchar) || ' meter of house %1$d in street ' || CAST(i AS varchar) AS name,
                        CAST(ROW('town ' || CAST((i %% 10) * 4 + %1$d AS varchar)) AS ROW(town varchar)) AS place,
                        %2$s AS longitude,
                        %3$s AS latitude,
                        160000 + i * 4 + %1$d AS vid,
                        format('POINT (%%s %%s)', %2$s, %3$s) AS text,
                        -- little-endian, a point, and its coordinates
                        from_hex('0101000000') || reverse(to_ieee754_64(%2$s)) || reverse(to_ieee754_64(%3$s)) AS bytes,
                        i / 7e0 AS kwh,
                        to_hex(sha512(to_utf8(CAST(i * 4 + %1$d AS varchar)))) AS noise
                    FROM UNNEST(sequence(0, 3999)) AS t (i)""".formatted(file, "0.1e0 * (i % 2) * 100 + " + file + " + i / 1e5", "50 + i / 1e4");
            queries.rows((file == 0
                            ? "CREATE TABLE ice.grid.meters WITH (format = 'PARQUET') AS "
                            : "INSERT INTO ice.grid.meters ")
                    + rows);
        }
        // the files are small; by default, these indexes may take two percent of them
        String large = "MAP(ARRAY['budget_percent'], ARRAY['50'])";
        for (String index : List.of(
                "'bloom', ARRAY['number'], " + large,
                "'ngram', ARRAY['name'], " + large,
                "'values', ARRAY['place.town']",
                "'bbox', ARRAY['text']",
                "'bbox', ARRAY['bytes']")) {
            queries.rows("CALL ice.system.create_index('grid', 'meters', %s)".formatted(index));
        }
    }

    private static String within(String shape) {
        return "ST_Contains(ST_GeometryFromText('POLYGON ((12 40, 12.02 40, 12.02 60, 12 60, 12 40))'), %s)"
                .formatted(shape);
    }

    /** Asks for points, texts and binary geometries of a table whose rows are deleted, and whose columns get other names. */
    private static void askForPlacesThatChange(Queries queries) throws SQLException {
        for (int file = 0; file < FILES; file++) {
            queries.rows((file == 0
                            ? "CREATE TABLE ice.grid.places WITH (format = 'PARQUET') AS "
                            : "INSERT INTO ice.grid.places ")
                    + "SELECT number, longitude, latitude, text, bytes FROM ice.grid.meters WHERE number %% 4 = %d"
                            .formatted(file));
        }
        for (String columns : List.of("'longitude', 'latitude'", "'text'", "'bytes'")) {
            queries.rows(
                    "CALL ice.system.create_index('grid', 'places', 'bbox', ARRAY[%s], MAP(ARRAY['budget_percent'], ARRAY['50']))"
                            .formatted(columns));
        }
        buildPlaces(queries);
        askForPlaces(queries, "longitude", "latitude");
        queries.rows("DELETE FROM ice.grid.places WHERE number % 97 = 2");
        queries.rows("ALTER TABLE ice.grid.places RENAME COLUMN longitude TO x");
        queries.rows("ALTER TABLE ice.grid.places RENAME COLUMN latitude TO y");
        askForPlaces(queries, "x", "y");
        buildPlaces(queries);
        askForPlaces(queries, "x", "y");
    }

    private static void buildPlaces(Queries queries) throws SQLException {
        Object build = queries.rows("SELECT build FROM TABLE(ice.system.summarize('grid', 'places'))")
                .getFirst()
                .getFirst();
        queries.rows("CALL ice.system.publish_index('grid', 'places', '%s')".formatted(build));
    }

    private static void askForPlaces(Queries queries, String x, String y) throws SQLException {
        String data = data(queries, "places");
        for (String shape :
                List.of("ST_Point(%s, %s)".formatted(x, y), "ST_GeometryFromText(text)", "ST_GeomFromBinary(bytes)")) {
            String query = "SELECT number, %s, %s, text FROM %%s.grid.places WHERE %s".formatted(x, y, within(shape));
            Run plain = queries.run(query.formatted("iceberg"));
            Run skipping = queries.run(query.formatted("ice"));
            assertThat(skipping.rows()).as(query).isNotEmpty().containsExactlyInAnyOrderElementsOf(plain.rows());
            assertThat(skipping.objects(data)).as("files read for %s", query).isLessThan(plain.objects(data));
        }
    }

    /** Runs statements that end in semicolons, and returns the rows of all as text. */
    private static String run(Queries queries, String statements) throws SQLException {
        StringBuilder rows = new StringBuilder();
        for (String statement : statements.strip().split(";\\s*")) {
            rows.append(queries.rows(statement)).append('\n');
        }
        return rows.toString();
    }

    /**
     * Returns the code that {@code docs/iceberg.md} has under "Getting started".
     *
     * @param language as the page names it; may be empty
     */
    private static List<String> gettingStarted(String language) throws IOException {
        String page = Files.readString(Checkout.root().resolve("docs").resolve("iceberg.md"));
        String section = page.substring(page.indexOf("## Getting started"), page.indexOf("## What it adds"));
        return Pattern.compile("(?ms)^```(\\w*)\\n(.*?)^```$")
                .matcher(section)
                .results()
                .filter(block -> block.group(1).equals(language))
                .map(block -> block.group(2))
                .toList();
    }

    private static String query(String catalog, String condition) {
        // arrays of bytes are equal only to themselves
        return "SELECT number, name, place, longitude, latitude, vid, text, to_hex(bytes), kwh, noise FROM %s.grid.meters WHERE %s"
                .formatted(catalog, condition);
    }

    private static void assertSameRows(Queries queries, String condition) throws SQLException {
        assertThat(queries.rows(query("ice", condition)))
                .as(condition)
                .containsExactlyInAnyOrderElementsOf(queries.rows(query("iceberg", condition)));
    }

    /** Asks both catalogs; ours must read fewer files. */
    private static void askForFewer(Queries queries, String condition) throws SQLException {
        Run plain = queries.run(query("iceberg", condition));
        Run skipping = queries.run(query("ice", condition));
        assertThat(skipping.rows()).as(condition).isNotEmpty().containsExactlyInAnyOrderElementsOf(plain.rows());
        String data = data(queries);
        assertThat(skipping.objects(data)).as("files read for %s", condition).isLessThan(plain.objects(data));
    }

    /** Asks both catalogs, and compares what they read. */
    private static void ask(Queries queries, String condition, int files) throws SQLException {
        Run plain = queries.run(query("iceberg", condition));
        Run skipping = queries.run(query("ice", condition));
        assertThat(skipping.rows()).as(condition).containsExactlyInAnyOrderElementsOf(plain.rows());
        String data = data(queries);
        assertThat(skipping.objects(data)).as("files read for %s", condition).isEqualTo(files);
        if (files > 0) {
            // its bounds leave out some
            assertThat(plain.objects(data))
                    .as("files that Iceberg reads for %s", condition)
                    .isGreaterThan(files);
        }
    }

    private static String data(Queries queries) throws SQLException {
        return data(queries, "meters");
    }

    private static String data(Queries queries, String table) throws SQLException {
        String path = (String) queries.rows("SELECT min(\"$path\") FROM iceberg.grid." + table)
                .getFirst()
                .getFirst();
        return path.substring("s3://lake/".length(), path.lastIndexOf('/') + 1);
    }

    /**
     * Builds the index, which must read the data files without a summary and no others, and list nothing but the index.
     *
     * @param files how many data files have no summary
     * @param words what the job has to say
     */
    private static void build(Queries queries, LocalS3 s3, LocalTrino trino, Path folder, int files, String words)
            throws IOException, SQLException, InterruptedException {
        String data = data(queries);
        RequestLog.Mark mark = s3.log().mark();
        assertThat(build(trino, folder)).contains(words);
        RequestCounts counts = s3.log().since(mark).data();
        assertThat(counts.under("lake", data).objectsRead())
                .as("data files that the build reads")
                .isEqualTo(files);
        assertThat(counts.count(RequestKind.LIST)).as("listings of data").isZero();
    }

    /** Builds the index by the command of the page. */
    private static String build(LocalTrino trino, Path folder) throws IOException, InterruptedException {
        Path output = folder.resolve("job.out");
        Process process = job(trino, output);
        try {
            assertThat(process.waitFor(LONGEST_RUN_SECONDS, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue()).as(Files.readString(output)).isZero();
            return Files.readString(output);
        } finally {
            process.destroyForcibly();
        }
    }

    /** Returns the command of the page. */
    private static List<String> buildCommand(LocalTrino trino) throws IOException {
        String command = gettingStarted("").stream()
                .filter(block -> block.contains("index-builder.jar build"))
                .findFirst()
                .orElseThrow();
        assertThat(command).startsWith("\"$JAVA_HOME/bin/java\" -jar ~/try-skipping/index-builder.jar ");
        return new ArrayList<>(List.of(command.strip()
                .replace(
                        "\"$JAVA_HOME/bin/java\"",
                        Path.of(System.getProperty("java.home"), "bin", "java").toString())
                .replace(
                        "~/try-skipping/index-builder.jar",
                        Checkout.indexBuilder().toString())
                .replace("http://localhost:8080", trino.uri().toString())
                .split(" ")));
    }
}
