// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.trino;

import static io.skipping.testing.lake.Catalogs.HIVE;
import static io.skipping.testing.lake.Catalogs.hiveOnLocalS3;
import static io.skipping.testing.lake.Catalogs.withConnector;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.skipping.testing.folder.Folders;
import io.skipping.testing.s3.LocalS3;
import io.skipping.testing.s3.RequestLog;
import java.io.IOException;
import java.net.ConnectException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.Test;

@Test(groups = "servers")
public class TestLocalTrino {
    private Path folder;
    private LocalS3 s3;

    @BeforeClass
    public void start() throws IOException {
        folder = Files.createTempDirectory("local-trino");
        s3 = LocalS3.start(folder.resolve("s3"));
        s3.createBucket("lake");
    }

    @AfterClass(alwaysRun = true)
    public void stop() throws IOException {
        if (s3 != null) {
            s3.close();
        }
        Folders.delete(folder);
    }

    @Test
    public void testTablesInLocalS3() throws IOException, SQLException {
        Map<String, String> properties = withConnector(HIVE, hiveOnLocalS3(s3, folder.resolve("metastore")));
        LocalTrino trino = LocalTrino.builder()
                .directory(folder.resolve("trino"))
                .catalog("hive", properties)
                .catalog("other", properties)
                .start();
        try (trino;
                Connection connection = trino.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE SCHEMA hive.grid");
            statement.execute(
                    "CREATE TABLE hive.grid.readings (x integer, dt varchar) "
                            + "WITH (external_location = 's3://lake/grid/readings', format = 'ORC', partitioned_by = ARRAY['dt'])");
            statement.execute("INSERT INTO hive.grid.readings VALUES (1, 'a'), (5, 'b')");

            RequestLog.Mark mark = s3.log().mark();
            assertThat(number(statement, "SELECT sum(x) FROM other.grid.readings WHERE dt = 'b' AND x > 0"))
                    .isEqualTo(5);
            assertThat(s3.log().since(mark).objectsRead())
                    .as("of two partitions one")
                    .isEqualTo(1);

            try (ResultSet result =
                    statement.executeQuery("SELECT ST_Contains(ST_Buffer(ST_Point(1, 1), 2), ST_Point(2, 2))")) {
                assertThat(result.next()).isTrue();
                assertThat(result.getBoolean(1))
                        .as("the geospatial plugin is there")
                        .isTrue();
            }

            long before = trino.pid();
            trino.restart();
            assertThat(trino.pid()).isNotEqualTo(before);
            assertThat(ProcessHandle.of(before).filter(ProcessHandle::isAlive)).isEmpty();
            assertThat(number(statement, "SELECT sum(x) FROM other.grid.readings"))
                    .as("the same tables")
                    .isEqualTo(6);
        }
        assertThatThrownBy(() -> new Socket(trino.uri().getHost(), trino.uri().getPort()).close())
                .as("nothing is left running")
                .isInstanceOf(ConnectException.class);
    }

    /** The one number that the query gives. */
    private static long number(Statement statement, String sql) throws SQLException {
        try (ResultSet result = statement.executeQuery(sql)) {
            assertThat(result.next()).isTrue();
            return result.getLong(1);
        }
    }

    @Test
    public void testFailureShowsTheLog() {
        LocalTrino.Builder builder =
                LocalTrino.builder().directory(folder.resolve("wrong")).heap("little");
        assertThatThrownBy(builder::start)
                .isInstanceOf(IOException.class)
                .hasMessageContaining("ended with exit code 1")
                .hasMessageContaining("Invalid maximum heap size");
    }

    @Test
    public void testTakenPort() {
        LocalTrino.Builder builder = LocalTrino.builder()
                .directory(folder.resolve("taken"))
                .port(s3.endpoint().getPort());
        assertThatThrownBy(builder::start)
                .isInstanceOf(IOException.class)
                .hasMessage("Port %d is taken: choose another", s3.endpoint().getPort());
    }

    @Test
    public void testConnectorIsNamed() {
        LocalTrino.Builder builder = LocalTrino.builder();
        assertThatThrownBy(() -> builder.catalog("hive", Map.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("connector.name");
    }
}
