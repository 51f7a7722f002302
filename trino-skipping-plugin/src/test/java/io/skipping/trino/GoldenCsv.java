// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino;

import static com.google.common.io.MoreFiles.deleteRecursively;
import static com.google.common.io.RecursiveDeleteOption.ALLOW_INSECURE;
import static io.skipping.trino.SkippingQueryRunner.SCHEMA;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.common.io.Resources;
import io.skipping.trino.core.release.TrinoRelease;
import io.trino.testing.QueryRunner;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Has tables of CSV whose indexes were built by the plugin of each release, and kept as resources together with the objects. */
final class GoldenCsv {
    /** The releases whose plugin built an index. */
    static final List<String> BUILDERS = List.of("476", "483");

    /** Says when the objects were modified, which a checkout does not keep. */
    private static final FileTime MODIFIED = FileTime.from(Instant.parse("2026-11-01T00:00:00Z"));

    private GoldenCsv() {}

    /**
     * Creates the table that a release has indexed, with its index.
     *
     * @param root the folder that {@code local:///} locations are in
     */
    static void create(QueryRunner runner, Path root, String builder) throws IOException, URISyntaxException {
        Path resources =
                Path.of(Resources.getResource("golden-csv/trino-" + builder).toURI());
        CopiedFolder.copy(resources, root.resolve(table(builder)));
        declare(runner, root, builder);
    }

    private static void declare(QueryRunner runner, Path root, String builder) throws IOException {
        try (Stream<Path> objects = Files.list(root.resolve(table(builder)))) {
            for (Path object : objects.filter(Files::isRegularFile).toList()) {
                Files.setLastModifiedTime(object, MODIFIED);
            }
        }
        runner.execute(
                "CREATE TABLE hive.%s.%s (id varchar, town varchar) WITH (format = 'CSV', external_location = 'local:///%s')"
                        .formatted(SCHEMA, table(builder), table(builder)));
    }

    static String table(String builder) {
        return "golden_csv_of_" + builder;
    }

    /**
     * Writes the files that this release makes.
     *
     * @param arguments the folder of the resources of all releases
     */
    public static void main(String[] arguments) throws Exception {
        String builder = TrinoRelease.VERSION;
        Path root = Files.createTempDirectory("golden-csv");
        try (QueryRunner runner = SkippingQueryRunner.create(root, Map.of())) {
            Path folder = Files.createDirectory(root.resolve(table(builder)));
            write(folder.resolve("ascii.csv"), 0, "Oslo", UTF_8);
            write(folder.resolve("latin.csv"), 100, "Orléans", ISO_8859_1);
            write(folder.resolve("utf8.csv"), 200, "Orléans", UTF_8);
            declare(runner, root, builder);
            new SkippingTestTables(runner, root).buildAsIs(table(builder), "1MB");
            CopiedFolder.copy(folder, Path.of(arguments[0]).resolve("trino-" + builder));
        } finally {
            deleteRecursively(root, ALLOW_INSECURE);
        }
    }

    /** Writes an object of a hundred rows. Every other line has quotes. */
    private static void write(Path object, int first, String town, Charset charset) throws IOException {
        Files.write(
                object,
                IntStream.range(first, first + 100)
                        .mapToObj(id -> (id % 2 == 0 ? "%03d,%s" : "\"%03d\",\"%s\"").formatted(id, town))
                        .toList(),
                charset);
    }
}
