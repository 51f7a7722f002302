// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.skipping.testing.folder.Checkout;
import io.skipping.testing.folder.Folders;
import io.skipping.testing.lake.LocalLake;
import io.skipping.testing.meters.GenerationResult;
import io.skipping.testing.meters.HiveDdl;
import io.skipping.testing.meters.MeterOptions;
import io.skipping.testing.meters.MeterReadings;
import io.skipping.testing.meters.format.MeterFormat;
import io.skipping.testing.meters.sink.S3Sink;
import io.skipping.testing.s3.RequestCounts;
import io.skipping.testing.s3.RequestLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.testng.SkipException;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;
import software.amazon.awssdk.services.s3.S3Client;

/** What building reads of Parquet and ORC objects, counted at the endpoint. */
@Test(groups = "servers")
public class TestFooters {
    private static final int OBJECTS = 2;
    private static final String NANS_UNKNOWN = "MAP(ARRAY['nans'], ARRAY['unknown'])";
    private static final List<String> DOUBLES = List.of("latitude", "longitude", "temp");

    private Path folder;
    private LocalLake lake;
    private Connection connection;

    /** the objects that tables have in common */
    private final Map<MeterFormat, GenerationResult> ofFormats = new EnumMap<>(MeterFormat.class);

    @BeforeClass
    public void start() throws IOException, SQLException {
        try {
            Checkout.skippingPlugin("476");
        } catch (IOException e) {
            // 'mvn verify' of everything builds it; tests of this module alone may come without
            throw new SkipException(e.getMessage());
        }
        folder = Files.createTempDirectory("footers");
        lake = LocalLake.in(folder).patient().start();
        connection = lake.trino().connect();
        execute("CREATE SCHEMA %s.grid".formatted(LocalLake.SKIPPING_CATALOG));
    }

    @AfterClass(alwaysRun = true)
    public void stop() throws IOException, SQLException {
        if (connection != null) {
            connection.close();
            connection = null;
        }
        if (lake != null) {
            lake.close();
            lake = null;
        }
        if (folder != null) {
            Folders.delete(folder);
        }
    }

    @DataProvider
    public Object[][] formats() {
        return new Object[][] {{MeterFormat.PARQUET}, {MeterFormat.ORC}};
    }

    @Test(dataProvider = "formats")
    public void testBoundsCostLessThanOnePercent(MeterFormat format) throws IOException, SQLException {
        String table = "meters_" + format.name().toLowerCase(Locale.ENGLISH);
        GenerationResult generated = create(table, format);
        for (String column : List.of("city", "date")) {
            createIndex(table, "minmax", column, "MAP()");
        }
        for (String column : DOUBLES) {
            createIndex(table, "minmax", column, NANS_UNKNOWN);
        }

        RequestLog.Mark mark = lake.s3().log().mark();
        long rows = summarize(table);
        RequestCounts read =
                lake.s3().log().since(mark).under(LocalLake.BUCKET, table + "/").data();

        assertThat(rows).as("rows summarised").isEqualTo(generated.rows());
        assertThat(read.objectsRead()).isEqualTo(OBJECTS);
        assertThat(read.bytesSent()).as("bytes read of %s", generated.bytes()).isLessThan(generated.bytes() / 100);
    }

    /** Where bounds from footers are asked for. */
    @Test
    public void testNoColumnIsReadForItsRanksAlone() throws IOException, SQLException {
        GenerationResult generated = create("ranked", MeterFormat.PARQUET);
        for (String column : DOUBLES) {
            createIndex("ranked", "minmax", column, NANS_UNKNOWN);
            createIndex("ranked", "ranks", column, "MAP(ARRAY['if_read'], ARRAY['true'])");
        }

        RequestLog.Mark mark = lake.s3().log().mark();
        long rows = summarize("ranked");
        RequestCounts read =
                lake.s3().log().since(mark).under(LocalLake.BUCKET, "ranked/").data();

        assertThat(rows).as("rows summarised").isEqualTo(generated.rows());
        assertThat(read.bytesSent()).as("bytes read of %s", generated.bytes()).isLessThan(generated.bytes() / 100);
    }

    /** Footers do not tell of NaN: what is chosen where nothing is asked for reads doubles, each once. */
    @Test(dataProvider = "formats")
    public void testDoublesAreReadOnce(MeterFormat format) throws IOException, SQLException {
        String name = format.name().toLowerCase(Locale.ENGLISH);
        String written = "measured_" + name;
        GenerationResult generated = create(written, format);
        String folder = text("SELECT regexp_extract(min(\"$path\"), '(.*)/', 1) FROM %s.grid.%s"
                .formatted(LocalLake.SKIPPING_CATALOG, written));
        execute(
                "CREATE TABLE %s.grid.doubles_%s (latitude double, longitude double, temp double) WITH (format = '%s', external_location = '%s')"
                        .formatted(LocalLake.SKIPPING_CATALOG, name, format.name(), folder));

        RequestLog.Mark mark = lake.s3().log().mark();
        text("SELECT count(latitude + longitude + temp) FROM %s.grid.doubles_%s"
                .formatted(LocalLake.HIVE_CATALOG, name));
        long scan = bytesRead(mark, written);
        mark = lake.s3().log().mark();
        long rows = summarize("doubles_" + name);
        long build = bytesRead(mark, written);

        assertThat(rows).as("rows summarised").isEqualTo(generated.rows());
        // row groups are small, so that the reader fetches what lies between the columns, too
        assertThat(build)
                .as("bytes that a build reads of %s, by those that a scan of the same columns does", generated.bytes())
                .isBetween(scan / 2, scan * 102 / 100);
    }

    private long bytesRead(RequestLog.Mark since, String table) {
        return lake.s3()
                .log()
                .since(since)
                .under(LocalLake.BUCKET, table + "/")
                .data()
                .bytesSent();
    }

    private void createIndex(String table, String type, String column, String options) throws SQLException {
        execute("CALL %s.system.set_auto_indexes('grid', '%s', false)".formatted(LocalLake.SKIPPING_CATALOG, table));
        execute(
                "CALL %s.system.create_index(schema_name => 'grid', table_name => '%s', index_type => '%s', columns => ARRAY['%s'], options => %s)"
                        .formatted(LocalLake.SKIPPING_CATALOG, table, type, column, options));
    }

    private String text(String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            result.next();
            return result.getString(1);
        }
    }

    /** Rows that a build has summarised; it is not published. */
    private long summarize(String table) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet events = statement.executeQuery(
                        "SELECT count_if(event = 'failed'), sum(rows) FROM TABLE(%s.system.summarize(schema_name => 'grid', table_name => '%s'))"
                                .formatted(LocalLake.SKIPPING_CATALOG, table))) {
            events.next();
            assertThat(events.getLong(1))
                    .as("objects that could not be summarised")
                    .isZero();
            return events.getLong(2);
        }
    }

    private GenerationResult create(String table, MeterFormat format) throws IOException, SQLException {
        GenerationResult generated = generate(format);
        copy(name(format), table);
        String catalog = LocalLake.SKIPPING_CATALOG;
        String location = "s3://%s/%s".formatted(LocalLake.BUCKET, table);
        execute(HiveDdl.createTable(HiveDdl.tableFormat(format), catalog, "grid", table, location));
        execute(HiveDdl.syncPartitions(catalog, "grid", table));
        return generated;
    }

    /** Writes objects of a format, once for all tables, into a folder of that name. */
    private GenerationResult generate(MeterFormat format) throws IOException {
        if (!ofFormats.containsKey(format)) {
            MeterOptions options = MeterOptions.defaults()
                    .withFormat(format)
                    .withObjects(OBJECTS)
                    .withMegabytes(20);
            try (S3Client client = lake.s3().client();
                    S3Sink sink = new S3Sink(client, LocalLake.BUCKET, name(format))) {
                ofFormats.put(format, MeterReadings.generate(options, sink, (written, ofObjects, bytes) -> {}));
            }
            lake.s3().age(LocalLake.BUCKET);
        }
        return ofFormats.get(format);
    }

    private static String name(MeterFormat format) {
        return "of_" + format.name().toLowerCase(Locale.ENGLISH);
    }

    /** Gives another folder the same objects. */
    private void copy(String folder, String other) throws IOException {
        Path bucket = lake.s3().bucket(LocalLake.BUCKET);
        try (Stream<Path> files = Files.walk(bucket.resolve(folder))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path copied =
                        bucket.resolve(other).resolve(bucket.resolve(folder).relativize(file));
                Files.createDirectories(copied.getParent());
                Files.createLink(copied, file);
            }
        }
    }

    private void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
