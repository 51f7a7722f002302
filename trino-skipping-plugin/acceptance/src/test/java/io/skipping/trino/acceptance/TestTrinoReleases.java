// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.acceptance;

import static io.skipping.testing.lake.LocalLake.HIVE_CATALOG;
import static io.skipping.testing.lake.LocalLake.SKIPPING_CATALOG;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.collect.ImmutableMap;
import io.skipping.testing.folder.Checkout;
import io.skipping.testing.folder.Folders;
import io.skipping.testing.lake.Catalogs;
import io.skipping.testing.lake.IndexedTable;
import io.skipping.testing.lake.LocalLake;
import io.skipping.testing.lake.Queries;
import io.skipping.testing.lake.Run;
import io.skipping.testing.trino.LocalTrino;
import io.skipping.testing.trino.TrinoRelease;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.testng.SkipException;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests the folders of the plugin in real servers: each in a server of its own release, and in one of the other release. */
@Test(groups = "servers")
public class TestTrinoReleases {
    private static final List<String> FORMATS = List.of("TEXTFILE", "PARQUET");
    private static final int OBJECTS = 3;
    private static final int ROWS = 100;
    /** With as many digits as the last number. */
    private static final int FIRST = 1000;

    private Path folder;

    @BeforeClass
    public void start() throws IOException {
        try {
            for (TrinoRelease release : TrinoRelease.values()) {
                Checkout.skippingPlugin(release.toString());
            }
        } catch (IOException e) {
            // 'mvn verify' of everything builds them; tests of this module alone may come without
            throw new SkipException(e.getMessage());
        }
        folder = Files.createTempDirectory("releases");
    }

    @AfterClass(alwaysRun = true)
    public void stop() throws IOException {
        if (folder != null) {
            Folders.delete(folder);
        }
    }

    /** Each of two servers of different releases, beside each other, uses what it and the other one have written and indexed. */
    @Test
    public void tablesAndIndexesGoFromReleaseToRelease() throws IOException, SQLException {
        try (LocalLake lake = LocalLake.in(folder)
                        .release(TrinoRelease.TRINO_483)
                        // what is skipped must not depend on how busy the machine is
                        .property("skipping.lookup-timeout", "1m")
                        .start();
                LocalTrino older = lake.startBeside(TrinoRelease.TRINO_476, "1g");
                Queries in483 = new Queries(lake);
                Queries in476 = new Queries(lake.s3().log(), older.connect())) {
            Map<TrinoRelease, Queries> servers =
                    ImmutableMap.of(TrinoRelease.TRINO_476, in476, TrinoRelease.TRINO_483, in483);
            in476.rows("CREATE SCHEMA %s.grid".formatted(SKIPPING_CATALOG));
            for (TrinoRelease writer : servers.keySet()) {
                assertThat(servers.get(writer).rows("SELECT version()")).containsExactly(List.of(writer.toString()));
                for (String format : FORMATS) {
                    String table = "%s_of_%s".formatted(format, writer).toLowerCase(Locale.ENGLISH);
                    for (int object = 0; object < OBJECTS; object++) {
                        write(servers.get(writer), table, format, object);
                    }
                    new IndexedTable(servers.get(writer), "grid", table).build();
                    for (Queries reader : servers.values()) {
                        check(reader, table);
                    }
                }
            }
        }
    }

    private static void write(Queries queries, String name, String format, int object) throws SQLException {
        String rows =
                "SELECT %d + x AS number, 'meter ' || CAST(%d + x AS varchar) AS name FROM UNNEST(sequence(0, %d)) AS s(x)"
                        .formatted(FIRST + object * ROWS, FIRST + object * ROWS, ROWS - 1);
        String table = "%s.grid.%s".formatted(SKIPPING_CATALOG, name);
        queries.rows(
                object == 0
                        ? "CREATE TABLE %s WITH (format = '%s', external_location = 's3://%s/grid/%s') AS %s"
                                .formatted(table, format, LocalLake.BUCKET, name, rows)
                        : "INSERT INTO %s %s".formatted(table, rows));
    }

    private static void check(Queries queries, String table) throws SQLException {
        for (String condition :
                List.of("number = 1150", "name = 'meter 1250'", "number BETWEEN 1090 AND 1095 OR number IS NULL")) {
            String query = "SELECT number, name FROM %%s.grid.%s WHERE %s ORDER BY 1".formatted(table, condition);
            Run plain = queries.run(query.formatted(HIVE_CATALOG));
            Run skipping = queries.run(query.formatted(SKIPPING_CATALOG));
            assertThat(skipping.rows()).as(query).isNotEmpty().isEqualTo(plain.rows());
            assertThat(plain.objects("grid/")).as("all objects: %s", query).isEqualTo(OBJECTS);
            assertThat(skipping.objects("grid/"))
                    .as("the object with the rows: %s", query)
                    .isEqualTo(1);
        }
    }

    @DataProvider
    public Object[][] servers() {
        return new Object[][] {
            {TrinoRelease.TRINO_476, TrinoRelease.TRINO_483}, {TrinoRelease.TRINO_483, TrinoRelease.TRINO_476}
        };
    }

    @Test(dataProvider = "servers")
    public void aFolderInAServerOfAnotherReleaseSaysSo(TrinoRelease server, TrinoRelease plugin) throws IOException {
        LocalTrino.Builder trino = LocalTrino.builder()
                .release(server)
                .directory(folder.resolve("trino-" + server))
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
