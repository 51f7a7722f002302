// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.skipping.testing.folder.Checkout;
import io.skipping.testing.folder.Folders;
import io.skipping.testing.lake.Job;
import io.skipping.testing.lake.LocalLake;
import io.skipping.testing.lake.Queries;
import io.skipping.testing.meters.HiveDdl;
import io.skipping.testing.meters.MeterOptions;
import io.skipping.testing.meters.MeterReadings;
import io.skipping.testing.meters.park.Neighbourhood;
import io.skipping.testing.s3.RequestCounts;
import io.skipping.testing.s3.RequestLog;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
@Test(groups = "servers")
public class TestKilledBuilder {
    /** Of moments only: what a build is about at a moment depends on the machine. */
    private static final long SEED = Long.getLong("killed.seed", System.nanoTime());

    private static final int ROUNDS = 20;

    private static final int OBJECTS = 8;

    /** Objects that each round writes anew. */
    private static final int OVERWRITTEN = 4;

    /** Rounds for which an added object is there. */
    private static final int KEPT = 3;

    private static final int METERS = OBJECTS * 20;

    /** Several ranges an object, though objects are small. */
    private static final String RANGE_SIZE = "64kB";

    private static final Duration LONGEST_BUILD = Duration.ofMinutes(2);
    private static final Duration LONGEST_WAIT = Duration.ofMinutes(1);
    private static final Duration POLL = Duration.ofMillis(100);

    private static final String SCHEMA = "grid";
    private static final String TABLE = "meters";

    private final MeterOptions options = MeterOptions.defaults()
            .withDays(MeterOptions.defaults().firstDay(), 3, 3 * OBJECTS)
            .withMeters(METERS);

    private Path folder;
    private LocalLake lake;
    private S3Client client;
    private Connection connection;
    private BuildQueries queries;

    /** Objects of three days, day by day. */
    private List<byte[]> contents;

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
        lake = LocalLake.in(folder).start();
        client = lake.s3().client();
        for (int object = 0; object < OBJECTS; object++) {
            put(object, contents.get(object));
        }
        connection = lake.trino().connect();
        queries = new BuildQueries(lake.trino());
        String catalog = LocalLake.SKIPPING_CATALOG;
        execute("CREATE SCHEMA %s.%s".formatted(catalog, SCHEMA));
        String location = "s3://%s/%s".formatted(LocalLake.BUCKET, TABLE);
        execute(HiveDdl.createTable(HiveDdl.tableFormat(options.format()), catalog, SCHEMA, TABLE, location));
        execute(HiveDdl.syncPartitions(catalog, SCHEMA, TABLE));
        // what is chosen without these keeps to a share of the range, which leaves a small one no values
        createIndex("minmax", "latitude");
        createIndex("minmax", "longitude");
        createIndex("values", "vid");
    }

    @AfterClass(alwaysRun = true)
    public void stop() throws IOException, SQLException {
        if (queries != null) {
            queries.close();
        }
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
        lake.s3().age(LocalLake.BUCKET);
        build();
        change(0);
        lake.s3().age(LocalLake.BUCKET);
        RequestLog.Mark start = lake.s3().log().mark();
        build();
        List<BuildMoment> whole = BuildMoment.all(lake.s3().log().since(start));
        System.out.printf("A build makes %d requests; moments are by -Dkilled.seed=%d%n", whole.size(), SEED);

        Map<BuildMoment.Stage, Integer> kills = new EnumMap<>(BuildMoment.Stage.class);
        int round = 0;
        for (BuildMoment moment : moments(new Random(SEED), whole)) {
            byte[] changed = change(++round);
            if (round % 3 != 0) {
                // what is younger is left to the next build
                lake.s3().age(LocalLake.BUCKET);
            }
            start = lake.s3().log().mark();
            boolean alive = buildAndKill(start, moment);
            if (alive && round % 2 == 0) {
                // what a server does by itself when it has missed its client for minutes
                queries.end();
            }
            String what = "Round %d, %s, %s"
                    .formatted(
                            round,
                            moment,
                            alive ? round % 2 == 0 ? "job and query killed" : "job killed" : "not reached");
            System.out.println(what);
            assertEqualResults(what, changed);
            if (alive) {
                kills.merge(moment.stage(), 1, Integer::sum);
            }
        }
        assertThat(kills)
                .as("builds that were killed under way")
                .containsKeys(BuildMoment.Stage.PLANNING, BuildMoment.Stage.READING, BuildMoment.Stage.PUBLISHING);

        queries.end();
        lake.s3().age(LocalLake.BUCKET);
        build();
        for (byte[] object : contents.subList(0, OBJECTS)) {
            assertEqualResults("After a whole build", object);
        }
        assertSkips(contents.getFirst());

        start = lake.s3().log().mark();
        build();
        RequestCounts data = lake.s3().log().since(start).data();
        // to look for a manifest that is not there is to read nothing
        assertThat(data.objectsRead())
                .as("objects that a build reads when nothing has changed; all about data: %s", data.byKind())
                .isZero();
        assertEqualResults("After a build that had nothing to do", contents.getFirst());
    }

    /** One moment from each stretch of a build, in any order. */
    private static List<BuildMoment> moments(Random random, List<BuildMoment> whole) {
        List<BuildMoment> moments = new ArrayList<>();
        // of some stages there are few among all
        for (BuildMoment.Stage stage : BuildMoment.Stage.values()) {
            List<BuildMoment> ofStage =
                    whole.stream().filter(moment -> moment.stage() == stage).toList();
            if (!ofStage.isEmpty()) {
                moments.add(ofStage.get(random.nextInt(ofStage.size())));
            }
        }
        int rest = ROUNDS - moments.size();
        for (int stretch = 0; stretch < rest; stretch++) {
            moments.add(whole.get((int) ((stretch + random.nextDouble()) / rest * whole.size())));
        }
        Collections.shuffle(moments, random);
        return moments;
    }

    /**
     * Overwrites objects by readings of the same meters of another day, adds an object, and deletes an earlier one. Gives
     * one that was written.
     */
    private byte[] change(int round) {
        for (int number = round * OVERWRITTEN; number < (round + 1) * OVERWRITTEN; number++) {
            put(number % OBJECTS, contents.get(OBJECTS + number % (2 * OBJECTS)));
        }
        byte[] added = contents.get((round + OBJECTS / 2) % contents.size());
        put(OBJECTS + round, added);
        if (round >= KEPT) {
            client.deleteObject(request -> request.bucket(LocalLake.BUCKET).key(key(OBJECTS + round - KEPT)));
        }
        return round % 3 == 0 ? added : contents.get(OBJECTS + round * OVERWRITTEN % (2 * OBJECTS));
    }

    private void put(int object, byte[] content) {
        String key = key(object);
        client.putObject(request -> request.bucket(LocalLake.BUCKET).key(key), RequestBody.fromBytes(content));
    }

    private String key(int object) {
        return "%s/dt=%s/meters-%05d.csv".formatted(TABLE, options.firstDay(), object);
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

    /** Kills a build's job at a moment, and tells whether it was still under way. */
    private boolean buildAndKill(RequestLog.Mark start, BuildMoment moment) throws IOException, InterruptedException {
        Path output = folder.resolve("killed.log");
        Process process = startBuild(output);
        try {
            while (process.isAlive() && !lake.s3().log().await(start, moment::isReached, POLL)) {
                // the job may end before
            }
            if (process.isAlive()) {
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
        ProcessBuilder job = Job.build(lake, "%s.%s".formatted(SCHEMA, TABLE), Optional.of(RANGE_SIZE))
                .redirectOutput(output.toFile());
        // what lives for a second is not worth compiling well
        job.environment().put("JDK_JAVA_OPTIONS", "-XX:TieredStopAtLevel=1");
        return job.start();
    }

    private void assertEqualResults(String when, byte[] object) throws SQLException {
        List<List<Object>> expected = readings(LocalLake.HIVE_CATALOG, object);
        assertThat(expected)
                .as("the meter's readings, and perhaps its neighbours'")
                .isNotEmpty();
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

    /** Of the first meter of an object, and of the meters in a box around it. */
    private List<List<Object>> readings(String catalog, byte[] object) throws SQLException {
        String line =
                new String(object, StandardCharsets.UTF_8).lines().findFirst().orElseThrow();
        String[] fields = line.split(",", -1);
        long vid = Long.parseLong(fields[5]);
        Neighbourhood box = Neighbourhood.box(Double.parseDouble(fields[10]), Double.parseDouble(fields[11]), 5);
        // a sum of decimals does not depend on the order in which rows come
        return rows("""
                SELECT vid = %1$d, count(*), count(DISTINCT vid), sum(CAST(index AS decimal(18, 6))), max(date)
                FROM %2$s.%3$s.%4$s
                WHERE vid = %1$d OR (%5$s)
                GROUP BY 1 ORDER BY 1""".formatted(vid, catalog, SCHEMA, TABLE, box.between()));
    }

    private void createIndex(String type, String column) throws SQLException {
        execute("CALL %s.system.set_auto_indexes('%s', '%s', false)"
                .formatted(LocalLake.SKIPPING_CATALOG, SCHEMA, TABLE));
        execute(
                "CALL %s.system.create_index(schema_name => '%s', table_name => '%s', index_type => '%s', columns => ARRAY['%s'])"
                        .formatted(LocalLake.SKIPPING_CATALOG, SCHEMA, TABLE, type, column));
    }

    private void execute(String sql) throws SQLException {
        rows(sql);
    }

    private List<List<Object>> rows(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            return Queries.rows(statement, sql);
        }
    }

    /** 'mvn verify' of everything builds them; tests of this module alone may come without. */
    private static void requirePackages() {
        try {
            Checkout.skippingPlugin("476");
            Checkout.indexBuilder();
        } catch (IOException e) {
            throw new SkipException(e.getMessage());
        }
    }
}
