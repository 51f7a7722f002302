// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino;

import static io.skipping.trino.SkippingQueryRunner.SCHEMA;
import static io.skipping.trino.SkippingQueryRunner.session;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.google.common.collect.HashMultiset;
import com.google.common.collect.ImmutableMap;
import com.google.common.io.Closer;
import io.skipping.trino.SkippingTestTables.Scanned;
import io.skipping.trino.iceberg.catalog.MotoServer;
import io.skipping.trino.iceberg.catalog.TestingMetastore;
import io.skipping.trino.iceberg.catalog.TestingRestCatalog;
import io.skipping.trino.iceberg.catalog.VendingS3;
import io.trino.Session;
import io.trino.hive.thrift.metastore.FieldSchema;
import io.trino.hive.thrift.metastore.SerDeInfo;
import io.trino.hive.thrift.metastore.StorageDescriptor;
import io.trino.hive.thrift.metastore.Table;
import io.trino.plugin.iceberg.IcebergConnectorFactory;
import io.trino.spi.Plugin;
import io.trino.spi.connector.ConnectorFactory;
import io.trino.testing.DistributedQueryRunner;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.iceberg.inmemory.InMemoryFileIO;
import org.apache.iceberg.jdbc.JdbcCatalog;
import org.h2.tools.Server;
import org.testng.SkipException;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/**
 * Iceberg tables of each type of catalog that runs on one machine: they are created, written, indexed, queried and dropped
 * by our connector, and the stock connector over the same catalog has the same rows.
 *
 * <p>The server does not have Trino's own plugin for Iceberg, but its connector alone, without the function that collects
 * statistics.
 */
public class TestIcebergCatalogs extends AbstractLakeTest {
    private static final int ROWS = 1_000;
    private static final int FILES = 2;
    private static final String STOCK = "_stock";

    /** properties by catalog, and where its tables are */
    private final Map<String, Map<String, String>> catalogs = new LinkedHashMap<>();

    private final Map<String, String> locations = new HashMap<>();

    private TestingMetastore metastore;
    private Server database;
    private TestingRestCatalog rest;
    private TestingRestCatalog vendingRest;
    private VendingS3 s3;
    private Optional<MotoServer> moto = Optional.empty();

    private static final class StockConnector implements Plugin {
        @Override
        public Iterable<ConnectorFactory> getConnectorFactories() {
            return List.of(new IcebergConnectorFactory());
        }
    }

    @Override
    protected DistributedQueryRunner createRunner() throws Exception {
        addLocal(
                "lake",
                Map.of(
                        "iceberg.catalog.type",
                        "testing_file_metastore",
                        "hive.metastore.catalog.dir",
                        "local:///lake"));
        metastore = new TestingMetastore();
        addLocal(
                "hive",
                Map.of(
                        "iceberg.catalog.type",
                        "hive_metastore",
                        "hive.metastore.uri",
                        metastore.uri().toString()));
        addLocal("jdbc", jdbcProperties());
        rest = new TestingRestCatalog("local:///rest", _ -> Map.of());
        addLocal("rest", restProperties(rest));
        s3 = new VendingS3();
        vendingRest = new TestingRestCatalog(s3.location(), s3::vend);
        add(
                "vending",
                s3.location(),
                ImmutableMap.<String, String>builder()
                        .putAll(restProperties(vendingRest))
                        .put("iceberg.rest-catalog.vended-credentials-enabled", "true")
                        .putAll(s3.properties())
                        .buildOrThrow());
        moto = MotoServer.start(root.resolve("moto.log"));
        moto.ifPresent(server -> addLocal(
                "glue",
                Map.of(
                        "iceberg.catalog.type", "glue",
                        "hive.metastore.glue.region", "us-east-1",
                        "hive.metastore.glue.endpoint-url", server.uri().toString(),
                        "hive.metastore.glue.aws-access-key", "key",
                        "hive.metastore.glue.aws-secret-key", "secret")));
        DistributedQueryRunner started = DistributedQueryRunner.builder(session())
                .setWorkerCount(0)
                .setTestingTrinoClientFactory(InProcessClient::new)
                .build();
        try {
            started.installPlugin(new StockConnector());
            InstalledPlugin.install(started, driver());
            catalogs.forEach((catalog, properties) -> {
                started.createCatalog(catalog + STOCK, "iceberg", properties);
                started.createCatalog(
                        catalog,
                        SkippingIcebergConnectorFactory.NAME,
                        ImmutableMap.<String, String>builder()
                                .putAll(properties)
                                .put("skipping.lookup-timeout", "1m")
                                // what is refused is looked at
                                .put("skipping.index.refresh-after", "0s")
                                .buildOrThrow());
            });
            return started;
        } catch (Throwable e) {
            started.close();
            throw e;
        }
    }

    private void addLocal(String catalog, Map<String, String> properties) {
        add(
                catalog,
                "local:///%s/".formatted(catalog),
                ImmutableMap.<String, String>builder()
                        .putAll(properties)
                        .put("fs.native-local.enabled", "true")
                        .put("local.location", root.toString())
                        .buildOrThrow());
    }

    private void add(String catalog, String location, Map<String, String> properties) {
        catalogs.put(catalog, properties);
        locations.put(catalog, location);
    }

    private static Map<String, String> restProperties(TestingRestCatalog rest) {
        return Map.of(
                "iceberg.catalog.type",
                "rest",
                "iceberg.rest-catalog.uri",
                rest.uri().toString());
    }

    private Map<String, String> jdbcProperties() throws Exception {
        database = Server.createTcpServer("-tcpPort", "0", "-ifNotExists").start();
        String url = "jdbc:h2:tcp://localhost:%d/mem:catalog;DB_CLOSE_DELAY=-1;DATABASE_TO_LOWER=TRUE"
                .formatted(database.getPort());
        // creates its tables, which Trino's does not
        try (JdbcCatalog iceberg = new JdbcCatalog(_ -> new InMemoryFileIO(), null, true)) {
            iceberg.initialize(
                    "jdbc",
                    Map.of("uri", url, "warehouse", "local:///jdbc", "jdbc.user", "sa", "jdbc.schema-version", "V1"));
        }
        return Map.of(
                "iceberg.catalog.type", "jdbc",
                "iceberg.jdbc-catalog.driver-class", org.h2.Driver.class.getName(),
                "iceberg.jdbc-catalog.connection-url", url,
                "iceberg.jdbc-catalog.connection-user", "sa",
                "iceberg.jdbc-catalog.catalog-name", "jdbc",
                "iceberg.jdbc-catalog.default-warehouse-dir", "local:///jdbc");
    }

    private static Path driver() throws URISyntaxException {
        return Path.of(org.h2.Driver.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
    }

    @Override
    protected String plainCatalog() {
        return "lake" + STOCK;
    }

    @Override
    protected void createTables() {}

    @Override
    protected void clearUp() throws Exception {
        try (Closer closer = Closer.create()) {
            Stream.of(metastore, rest, vendingRest, s3, moto.orElse(null))
                    .filter(Objects::nonNull)
                    .forEach(closer::register);
        }
        if (database != null) {
            database.stop();
            database = null;
        }
        metastore = null;
        rest = null;
        vendingRest = null;
        s3 = null;
        moto = Optional.empty();
    }

    @DataProvider
    public Object[][] types() {
        return Stream.of("lake", "hive", "jdbc", "rest", "vending", "glue")
                .map(catalog -> new Object[] {catalog})
                .toArray(Object[][]::new);
    }

    @Test(dataProvider = "types")
    public void testTable(String catalog) throws IOException {
        if (!catalogs.containsKey(catalog)) {
            throw new SkipException("No server for " + catalog);
        }
        create(catalog, "meters");
        build(catalog, "meters");
        assertPrunes(catalog);
        assertThat(distinctIds(catalog)).as("collected while writing").isEqualTo((double) FILES * ROWS);
        runner.execute("ALTER TABLE %s EXECUTE drop_extended_stats".formatted(table(catalog, "meters")));
        assertThat(distinctIds(catalog)).isNull();
        runner.execute("ANALYZE " + table(catalog, "meters"));
        assertThat(distinctIds(catalog)).as("analyzed").isEqualTo((double) FILES * ROWS);

        runner.execute("DELETE FROM %s WHERE id = 7".formatted(table(catalog, "meters")));
        assertThat(assertSameRows(catalog, "id = 7").rows()).isEmpty();
        assertPrunes(catalog);

        runner.execute("CREATE VIEW %s AS SELECT * FROM %s WHERE id > 3"
                .formatted(table(catalog, "seen"), table(catalog, "meters")));
        assertPrunes(catalog, "seen");
        runner.execute("ALTER VIEW %s RENAME TO %s".formatted(table(catalog, "seen"), table(catalog, "shown")));
        assertPrunes(catalog, "shown");
        runner.execute("DROP VIEW " + table(catalog, "shown"));

        assertThat(indexFiles(catalog)).isNotEmpty();
        drop(catalog, "meters");
        assertThat(indexFiles(catalog)).isEmpty();
    }

    private void create(String catalog, String table) {
        runner.execute("CREATE SCHEMA %s.%s WITH (location = '%s%s')"
                .formatted(catalog, SCHEMA, locations.get(catalog), SCHEMA));
        for (int file = 0; file < FILES; file++) {
            runner.execute((file == 0 ? "CREATE TABLE %s WITH (format = 'PARQUET') AS " : "INSERT INTO %s ")
                            .formatted(table(catalog, table))
                    + "SELECT i * %d + %d AS id, 'meter ' || CAST(i AS varchar) AS name FROM UNNEST(sequence(0, %d)) AS t (i)"
                            .formatted(FILES, file, ROWS - 1));
        }
        runner.execute(
                "CALL %s.system.create_index('%s', '%s', 'bloom', ARRAY['id'], MAP(ARRAY['budget_percent'], ARRAY['50']))"
                        .formatted(catalog, SCHEMA, table));
    }

    private void build(String catalog, String table) {
        assertThat(new SkippingTestTables(runner, root, catalog)
                        .buildAsIs(table, "4kB")
                        .done())
                .isEqualTo(FILES);
    }

    private void drop(String catalog, String table) {
        runner.execute("DROP TABLE " + table(catalog, table));
        assertThat(rows("SHOW TABLES FROM %s.%s".formatted(catalog, SCHEMA))).isEmpty();
        runner.execute("DROP SCHEMA %s.%s".formatted(catalog, SCHEMA));
    }

    private static String table(String catalog, String table) {
        return "%s.%s.%s".formatted(catalog, SCHEMA, table);
    }

    /** Checks that a query of one id reads one of the files, whose bounds all have the id. */
    private void assertPrunes(String catalog) {
        assertPrunes(catalog, "meters");
    }

    /** @param relation the table, or a view of it */
    private void assertPrunes(String catalog, String relation) {
        Scanned scanned = assertSameRows(catalog, relation, "id = 1234");
        assertThat(scanned.rows()).hasSize(1);
        assertThat(scanned.metrics())
                .containsEntry("skipping.objects.considered", (long) FILES)
                .containsEntry("skipping.objects.pruned", FILES - 1L)
                .containsEntry("skipping.objects.unindexed", 0L)
                .containsEntry("skipping.lookup.failures", 0L);
    }

    private Scanned assertSameRows(String catalog, String condition) {
        return assertSameRows(catalog, "meters", condition);
    }

    private Scanned assertSameRows(String catalog, String relation, String condition) {
        String query = "SELECT * FROM %s WHERE " + condition;
        String ours = query.formatted(table(catalog, relation));
        Session without = Session.builder(on)
                .setCatalogSessionProperty(catalog, "skipping_enabled", "false")
                .build();
        Scanned scanned = local.scan(on, ours);
        HashMultiset<Object> expected =
                HashMultiset.create(local.rows(on, query.formatted(table(catalog + STOCK, "meters"))));
        assertThat(HashMultiset.<Object>create(scanned.rows())).as(ours).isEqualTo(expected);
        assertThat(HashMultiset.<Object>create(local.rows(without, ours)))
                .as("%s, without skipping", ours)
                .isEqualTo(expected);
        return scanned;
    }

    /** Returns the number of distinct ids that statistics have; null if they have none. */
    private Double distinctIds(String catalog) {
        return (Double) rows("SHOW STATS FOR " + table(catalog, "meters")).stream()
                .filter(row -> "id".equals(row.getField(0)))
                .findFirst()
                .orElseThrow()
                .getField(2);
    }

    private List<String> indexFiles(String catalog) throws IOException {
        if (locations.get(catalog).startsWith("s3:")) {
            return s3.objects("/_skipping/");
        }
        Path folder = root.resolve(catalog);
        if (!Files.exists(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(folder)) {
            return files.map(Path::toString)
                    .filter(file -> file.contains("/_skipping/"))
                    .toList();
        }
    }

    /** Credentials of a table open its own folder only, and so nothing that we read or write is elsewhere. */
    @Test(dependsOnMethods = "testTable")
    public void testVendedCredentialsSuffice() {
        assertThat(s3.refused()).isEmpty();
    }

    @Test(dependsOnMethods = "testVendedCredentialsSuffice")
    public void testVendedCredentialsThatOnlyRead() {
        create("vending", "meters");
        build("vending", "meters");
        s3.vendWriting(false);
        try {
            assertThatThrownBy(() -> build("vending", "meters")).hasMessageContaining("meters");
            assertThat(s3.refused()).isNotEmpty().allMatch(request -> request.startsWith("PUT [test/meters"));
            assertPrunes("vending");
        } finally {
            s3.vendWriting(true);
        }
        drop("vending", "meters");
    }

    /** A store may refuse the folder of the index alone: queries read everything, and say so once. */
    @Test(dependsOnMethods = "testVendedCredentialsThatOnlyRead")
    public void testIndexThatTheStoreRefuses() {
        create("vending", "meters");
        build("vending", "meters");
        assertPrunes("vending");
        s3.openIndexes(false);
        try {
            assertNoticed(
                    "vending",
                    "meters",
                    "SELECT name FROM %s WHERE id = 1234".formatted(table("vending", "meters")),
                    "the store refuses the index",
                    "_skipping");
            assertThat(assertSameRows("vending", "id = 1234").metrics())
                    .containsEntry("skipping.objects.unindexed", (long) FILES);
        } finally {
            s3.openIndexes(true);
        }
        assertPrunes("vending");
        drop("vending", "meters");
    }

    @DataProvider
    public Object[][] otherFormats() {
        return new Object[][] {
            {"delta", Map.of("spark.sql.sources.provider", "delta"), "org.apache.hadoop.mapred.SequenceFileInputFormat"
            },
            {"hudi", Map.of(), "org.apache.hudi.hadoop.HoodieParquetInputFormat"}
        };
    }

    /** Tables of other formats have the stock connector's message. */
    @Test(dataProvider = "otherFormats", dependsOnMethods = "testTable")
    public void testTablesOfOtherFormats(String name, Map<String, String> parameters, String inputFormat) {
        metastore.add(tableOf(name, parameters, inputFormat));
        for (String statement : List.of(
                "SELECT * FROM CATALOG.others." + name,
                "DROP TABLE CATALOG.others." + name,
                "ANALYZE CATALOG.others." + name)) {
            Throwable stock = catchThrowable(() -> runner.execute(statement.replace("CATALOG", "hive" + STOCK)));
            assertThat(stock).hasMessageContaining("Not an Iceberg table: others." + name);
            assertThatThrownBy(() -> runner.execute(statement.replace("CATALOG", "hive")))
                    .hasMessage(stock.getMessage());
        }
        for (String statement : List.of(
                "SELECT * FROM TABLE(hive.system.summarize('others', '%s'))",
                "CALL hive.system.create_index('others', '%s', 'bloom', ARRAY['n'])")) {
            assertThatThrownBy(() -> runner.execute(statement.formatted(name)))
                    .hasMessageContaining("Not an Iceberg table: others." + name);
        }
    }

    private static Table tableOf(String name, Map<String, String> parameters, String inputFormat) {
        SerDeInfo serde = new SerDeInfo(name, "org.apache.hadoop.hive.ql.io.parquet.serde.ParquetHiveSerDe", Map.of());
        StorageDescriptor storage = new StorageDescriptor();
        storage.setCols(List.of(new FieldSchema("n", "int", "")));
        storage.setLocation("local:///others/" + name);
        storage.setInputFormat(inputFormat);
        storage.setOutputFormat("org.apache.hadoop.hive.ql.io.parquet.MapredParquetOutputFormat");
        storage.setSerdeInfo(serde);
        storage.setParameters(Map.of());
        Table table = new Table();
        table.setDbName("others");
        table.setTableName(name);
        table.setOwner("owner");
        table.setTableType("EXTERNAL_TABLE");
        table.setSd(storage);
        table.setPartitionKeys(List.of());
        table.setParameters(parameters);
        return table;
    }
}
