// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.meters;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.io.MoreFiles;
import com.google.common.io.RecursiveDeleteOption;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.testng.annotations.AfterMethod;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.Test;
import picocli.CommandLine;

@Test(singleThreaded = true)
public class TestMetersCommand {
    private Path folder;
    private StringWriter out;
    private StringWriter err;

    @BeforeMethod
    public void setUp() throws IOException {
        folder = Files.createTempDirectory("meters");
        out = new StringWriter();
        err = new StringWriter();
    }

    @AfterMethod(alwaysRun = true)
    public void tearDown() throws IOException {
        MoreFiles.deleteRecursively(folder, RecursiveDeleteOption.ALLOW_INSECURE);
    }

    @Test
    public void testWritesToAFolder() throws IOException {
        int code = run(folder.toString(), "--objects", "4", "--days", "2", "--meters", "20", "--format", "json");
        assertThat(code).isZero();
        assertThat(files())
                .containsExactly(
                        "dt=2026-01-15/meters-00000.json",
                        "dt=2026-01-15/meters-00001.json",
                        "dt=2026-01-16/meters-00000.json",
                        "dt=2026-01-16/meters-00001.json");
        assertThat(out.toString()).isEmpty();
        assertThat(err.toString()).contains("4 of 4 objects", "4 objects, 3840 rows", "20 meters");
    }

    @Test
    public void testPrintsTheTablesSql() {
        int code = run(
                folder.toString(),
                "--objects",
                "1",
                "--meters",
                "1",
                "--ddl",
                "lake.grid.meters",
                "--location",
                "local:///m");
        assertThat(code).isZero();
        assertThat(out.toString())
                .contains("CREATE TABLE \"lake\".\"grid\".\"meters\"", "'local:///m'", "sync_partition_metadata");
    }

    @Test
    public void testExplainsBadOptions() throws IOException {
        assertThat(run(folder.toString(), "--objects", "5", "--days", "2")).isEqualTo(2);
        assertThat(err.toString()).contains("--objects 5: must be a multiple of --days 2: give 4 or 6", "--help");
        assertThat(run(folder.toString(), "--order", "size")).isEqualTo(2);
        assertThat(err.toString()).contains("'--order'", "AREA", "ARRIVAL");
        assertThat(run(folder.toString(), "--ddl", "meters")).isEqualTo(2);
        assertThat(err.toString()).contains("--ddl meters: give catalog.schema.table");
        assertThat(run(folder.toString(), "--ddl", "a.b.c")).isEqualTo(2);
        assertThat(err.toString()).contains("--ddl needs --location");
        assertThat(run("s3://bucket/x", "--s3-access-key", "a")).isEqualTo(2);
        assertThat(err.toString()).contains("--s3-access-key and --s3-secret-key: give both, or neither");
        assertThat(run()).isEqualTo(2);
        assertThat(err.toString()).contains("DESTINATION");
        assertThat(files()).isEmpty();
    }

    @Test
    public void testKeepsOutOfAFolderWithFiles() throws IOException {
        Files.createFile(folder.resolve("precious"));
        assertThat(run(folder.toString(), "--objects", "1", "--meters", "1")).isEqualTo(2);
        assertThat(err.toString()).contains("is not empty", "--add");
        assertThat(files()).containsExactly("precious");
        assertThat(run(folder.toString(), "--objects", "1", "--meters", "1", "--add"))
                .isZero();
        assertThat(files()).hasSize(2);
    }

    @Test
    public void testSaysWhatFailed() throws IOException {
        Path file = Files.createFile(folder.resolve("file"));
        assertThat(run(file.resolve("below").toString(), "--objects", "1", "--meters", "1"))
                .isEqualTo(1);
        assertThat(err.toString()).contains("Writing to " + file);
    }

    @Test
    public void testHelps() {
        assertThat(run("--help")).isZero();
        assertThat(out.toString()).contains("--objects", "--megabytes", "--s3-endpoint", "Exit codes");
    }

    private int run(String... arguments) {
        CommandLine command = MetersCommand.commandLine();
        command.setOut(new PrintWriter(out, true));
        command.setErr(new PrintWriter(err, true));
        return command.execute(arguments);
    }

    private List<String> files() throws IOException {
        try (Stream<Path> paths = Files.walk(folder)) {
            return paths.filter(Files::isRegularFile)
                    .map(file -> folder.relativize(file).toString())
                    .sorted()
                    .toList();
        }
    }
}
