// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.killed;

import static org.assertj.core.api.Assertions.assertThat;

import io.skipping.benchmarks.local.Checkout;
import io.skipping.benchmarks.local.Folders;
import io.skipping.benchmarks.local.LocalLake;
import io.skipping.benchmarks.local.RequestCounts;
import io.skipping.benchmarks.local.RequestKind;
import io.skipping.benchmarks.local.RequestLog;
import io.skipping.benchmarks.meters.HiveDdl;
import io.skipping.benchmarks.meters.MeterOptions;
import io.skipping.benchmarks.meters.MeterReadings;
import io.skipping.benchmarks.meters.Neighbourhood;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.TimeUnit;
import org.testng.SkipException;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.Test;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;

/**
 * The job that builds an index, killed at any moment, against a real server: queries stay right, and the next build takes
 * over what there is.
 */
public class TestBuilderKilled {
    /** Of moments only: what a build is about at a moment depends on the machine. */
    private static final long SEED = Long.getLong("killed.seed", System.nanoTime());

    private static final int ROUNDS = 20;

    /** The last moments are after the end. */
    private static final double LATEST_MOMENT = 1.15;

    private static final int OBJECTS = 16;
    private static final int METERS = OBJECTS * 20;

    /** Several ranges an object, though objects are small. */
    private static final String RANGE_SIZE = "64kB";

    private static final Duration LONGEST_BUILD = Duration.ofMinutes(2);
    private static final Duration LONGEST_WAIT = Duration.ofMinutes(1);
    private static final Duration POLL = Duration.ofMillis(100);

    /** Builds leave younger objects to the next build. The endpoint tells whole seconds, hence one more. */
    private static final Duration OLD_ENOUGH = Duration.ofSeconds(3);

    private static final String SCHEMA = "grid";
    private static final String TABLE = "meters";

    private final MeterOptions options = MeterOptions.defaults()
            .withDays(MeterOptions.defaults().firstDay(), 3, 3 * OBJECTS)
            .withMeters(METERS);

    private Path folder;
    private LocalLake lake;
    private S3Client client;
    private Connection connection;

    /** Objects of three days, day by day. */
    private List<byte[]> contents;

    private Instant lastChange;

    @BeforeClass
    public void start() throws IOException, SQLException {
        requirePackages();
        Map<String, byte[]> objects = new ConcurrentSkipListMap<>();
        MeterReadings.generate(
                options,
                (key, content) -> {
                    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
                    content.writeTo(bytes);
                    objects.put(key, bytes.toByteArray());
                },
                (written, ofObjects, bytes) -> {});
        contents = List.copyOf(objects.values());

        folder = Files.createTempDirectory("builder-killed");
        lake = LocalLake.start(folder, 0, "1g", RequestLog.inMemory());
        client = lake.s3().client();
        for (int object = 0; object < OBJECTS; object++) {
            put(object, contents.get(object));
        }
        connection = lake.trino().connect();
        String catalog = LocalLake.SKIPPING_CATALOG;
        execute("CREATE SCHEMA %s.%s".formatted(catalog, SCHEMA));
        String location = "s3://%s/%s".formatted(LocalLake.BUCKET, TABLE);
        execute(HiveDdl.createTable(HiveDdl.tableFormat(options.format()), catalog, SCHEMA, TABLE, location));
        execute(HiveDdl.syncPartitions(catalog, SCHEMA, TABLE));
    }

    @AfterClass(alwaysRun = true)
    public void stop() throws IOException, SQLException {
        if (connection != null) {
            connection.close();
        }
        if (client != null) {
            client.close();
        }
        if (lake != null) {
            lake.close();
        }
        if (folder != null) {
            Folders.delete(folder);
        }
    }

    @Test
    public void testKilledAtAnyMoment() throws IOException, SQLException, InterruptedException {
        awaitOldEnough();
        build();
        long start = System.nanoTime();
        change(0);
        build();
        Duration whole = Duration.ofNanos(System.nanoTime() - start);
        System.out.printf("A build takes %d ms; moments are by -Dkilled.seed=%d%n", whole.toMillis(), SEED);

        int killed = 0;
        int next = 1;
        for (double part : moments(new Random(SEED))) {
            byte[] changed = change(next);
            Duration moment = Duration.ofNanos(Math.round(part * whole.toNanos()));
            RequestLog.Mark mark = lake.s3().log().mark();
            start = System.nanoTime();
            boolean alive = buildAndKill(moment);
            Duration took = Duration.ofNanos(System.nanoTime() - start);
            RequestCounts done = lake.s3().log().since(mark).index();
            String round = "Round %d, %s after %d ms; requests for the index %s"
                    .formatted(next, alive ? "killed" : "at an end", took.toMillis(), done.byKind());
            System.out.println(round);
            assertEqualResults(round, changed);
            if (alive) {
                killed++;
            } else if (took.compareTo(whole) < 0) {
                // builds get faster as the server warms up
                whole = took;
            }
            next++;
        }
        assertThat(killed)
                .as("builds that were under way when they were killed")
                .isPositive();

        endBuildsLeftBehind();
        awaitOldEnough();
        build();
        for (byte[] object : contents.subList(0, OBJECTS)) {
            assertEqualResults("After a whole build", object);
        }
        assertSkips(contents.getFirst());

        RequestLog.Mark mark = lake.s3().log().mark();
        build();
        RequestCounts data = lake.s3().log().since(mark).data();
        assertThat(data.count(RequestKind.GET))
                .as("objects that a build reads when nothing has changed; all about data: %s", data.byKind())
                .isZero();
        assertEqualResults("After a build that had nothing to do", contents.getFirst());
    }

    /** Parts of a build's time, from its begin to its end and a little later, each somewhere in a stretch of its own. */
    private static List<Double> moments(Random random) {
        List<Double> moments = new ArrayList<>();
        for (int stretch = 0; stretch < ROUNDS; stretch++) {
            moments.add((stretch + random.nextDouble()) / ROUNDS * LATEST_MOMENT);
        }
        Collections.shuffle(moments, random);
        return moments;
    }

    /** Overwrites an object by readings of the same meters of another day, adds an object, and gives what it overwrote by. */
    private byte[] change(int round) {
        byte[] content = contents.get(OBJECTS + round % (2 * OBJECTS));
        put(round % OBJECTS, content);
        put(OBJECTS + round, contents.get((round + OBJECTS / 2) % contents.size()));
        return content;
    }

    private void put(int object, byte[] content) {
        String key = "%s/dt=%s/meters-%05d.csv".formatted(TABLE, options.firstDay(), object);
        client.putObject(request -> request.bucket(LocalLake.BUCKET).key(key), RequestBody.fromBytes(content));
        lastChange = client.headObject(
                        request -> request.bucket(LocalLake.BUCKET).key(key))
                .lastModified();
    }

    /** The endpoint's clock is that of this process. */
    private void awaitOldEnough() throws InterruptedException {
        Instant until = lastChange.plus(OLD_ENOUGH);
        while (Instant.now().isBefore(until)) {
            TimeUnit.MILLISECONDS.sleep(POLL.toMillis());
        }
    }

    private void build() throws IOException, InterruptedException {
        Path output = folder.resolve("build.log");
        Process process = startBuild(output);
        try {
            boolean ended = process.waitFor(LONGEST_BUILD.toMillis(), TimeUnit.MILLISECONDS);
            assertThat(ended).as("a build ends: %s", Files.readString(output)).isTrue();
            assertThat(process.exitValue())
                    .as("exit code; the job said: %s", Files.readString(output))
                    .isZero();
        } finally {
            process.destroyForcibly();
        }
    }

    /** Tells whether the build was still under way. */
    private boolean buildAndKill(Duration moment) throws IOException, InterruptedException {
        Path output = folder.resolve("killed.log");
        Process process = startBuild(output);
        try {
            if (!process.waitFor(moment.toNanos(), TimeUnit.NANOSECONDS)) {
                // SIGKILL: nothing of the job runs any more
                process.destroyForcibly().waitFor();
                return true;
            }
            assertThat(process.exitValue())
                    .as("exit code; the job said: %s", Files.readString(output))
                    .isZero();
            return false;
        } finally {
            process.destroyForcibly();
        }
    }

    private Process startBuild(Path output) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-jar",
                        indexBuilder().toString(),
                        "build",
                        "--server",
                        lake.trino().uri().toString(),
                        "--catalog",
                        LocalLake.SKIPPING_CATALOG,
                        "--table",
                        "%s.%s".formatted(SCHEMA, TABLE),
                        "--range-size",
                        RANGE_SIZE)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
    }

    private void assertEqualResults(String when, byte[] object) throws SQLException {
        List<List<Object>> expected = readings(LocalLake.HIVE_CATALOG, object);
        assertThat(expected)
                .allSatisfy(row ->
                        assertThat((long) row.get(1)).as("readings: %s", row).isPositive());
        assertThat(readings(LocalLake.SKIPPING_CATALOG, object)).as(when).isEqualTo(expected);
    }

    /**
     * Right answers would be no wonder if the index were not used at all. A query may go without it where a busy machine
     * does not answer in time; not every query may.
     */
    private void assertSkips(byte[] object) throws SQLException {
        long all = objectsRead(LocalLake.HIVE_CATALOG, object);
        long deadline = System.nanoTime() + LONGEST_WAIT.toNanos();
        long some = objectsRead(LocalLake.SKIPPING_CATALOG, object);
        while (some >= all && System.nanoTime() < deadline) {
            some = objectsRead(LocalLake.SKIPPING_CATALOG, object);
        }
        assertThat(some).as("objects read").isPositive().isLessThan(all);
    }

    private long objectsRead(String catalog, byte[] object) throws SQLException {
        RequestLog.Mark mark = lake.s3().log().mark();
        readings(catalog, object);
        return lake.s3().log().since(mark).data().objectsRead();
    }

    /** Two queries in one: for the first meter of an object, and for the meters in a box around it. */
    private List<List<Object>> readings(String catalog, byte[] object) throws SQLException {
        String line =
                new String(object, StandardCharsets.UTF_8).lines().findFirst().orElseThrow();
        String[] fields = line.split(",", -1);
        Neighbourhood box = Neighbourhood.box(Double.parseDouble(fields[10]), Double.parseDouble(fields[11]), 5);
        String around = String.format(
                Locale.ROOT,
                "latitude BETWEEN %.7f AND %.7f AND longitude BETWEEN %.7f AND %.7f",
                box.minLatitude(),
                box.maxLatitude(),
                box.minLongitude(),
                box.maxLongitude());
        return rows("%s UNION ALL %s ORDER BY 1"
                .formatted(
                        readings(catalog, "meter", "vid = " + Long.parseLong(fields[5])),
                        readings(catalog, "box", around)));
    }

    /** A sum of decimals, which does not depend on the order in which rows come. */
    private static String readings(String catalog, String name, String condition) {
        return "SELECT '%s', count(*), count(DISTINCT vid), sum(CAST(index AS decimal(18, 6))), max(date) FROM %s.%s.%s WHERE %s"
                .formatted(name, catalog, SCHEMA, TABLE, condition);
    }

    /**
     * Ends queries whose job was killed: they would wait five minutes for their client, and what they still read would be
     * counted as another build's.
     */
    private void endBuildsLeftBehind() throws SQLException, InterruptedException {
        String leftBehind = "SELECT query_id FROM system.runtime.queries WHERE state NOT IN ('FINISHED', 'FAILED') "
                + "AND query LIKE '%schema_name%' AND query NOT LIKE '%query_id%'";
        long deadline = System.nanoTime() + LONGEST_WAIT.toNanos();
        for (List<List<Object>> queries = rows(leftBehind); !queries.isEmpty(); queries = rows(leftBehind)) {
            assertThat(System.nanoTime()).as("queries %s end", queries).isLessThan(deadline);
            for (List<Object> query : queries) {
                try {
                    execute("CALL system.runtime.kill_query(query_id => '%s', message => 'its job is gone')"
                            .formatted(query.getFirst()));
                } catch (SQLException _) {
                    // it has ended in the meantime, or the next look finds it again
                }
            }
            TimeUnit.MILLISECONDS.sleep(POLL.toMillis());
        }
    }

    private void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private List<List<Object>> rows(String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            int columns = result.getMetaData().getColumnCount();
            List<List<Object>> rows = new ArrayList<>();
            while (result.next()) {
                List<Object> row = new ArrayList<>();
                for (int column = 1; column <= columns; column++) {
                    row.add(result.getObject(column));
                }
                rows.add(row);
            }
            return rows;
        }
    }

    private static Path indexBuilder() {
        return Checkout.root().resolve("index-builder").resolve("target").resolve("index-builder.jar");
    }

    /** 'mvn verify' of everything builds them; tests of this module alone may come without. */
    private static void requirePackages() {
        if (!Boolean.getBoolean("killed.builder")) {
            // it takes minutes, and has been seen to find, on a busy machine, that an index is not used in the end
            throw new SkipException("Runs with -Dkilled.builder=true");
        }
        try {
            Checkout.skippingPlugin();
        } catch (IOException e) {
            throw new SkipException(e.getMessage());
        }
        if (!Files.exists(indexBuilder())) {
            throw new SkipException("No %s: build it by 'mvn package'".formatted(indexBuilder()));
        }
    }
}
