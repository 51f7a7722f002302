// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino;

import static io.skipping.trino.SkippingQueryRunner.SCHEMA;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableMap;
import io.skipping.trino.SkippingTestTables.BuildResult;
import io.trino.Session;
import io.trino.plugin.hive.HivePlugin;
import io.trino.testing.DistributedQueryRunner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.testng.annotations.Test;

/** Starts a server of {@link IcebergQueryRunner} for the tests of one class. */
@Test(groups = "servers")
public abstract class AbstractIcebergTest extends AbstractLakeTest {
    @Override
    protected final DistributedQueryRunner createRunner() throws Exception {
        return IcebergQueryRunner.create(root, lakeProperties(), listeners(), workers());
    }

    @Override
    protected final String plainCatalog() {
        return "iceberg";
    }

    /** Adds the catalog {@code hive} of the stock Hive connector, over the same metastore. */
    protected final void addHive() {
        runner.installPlugin(new HivePlugin());
        runner.createCatalog(
                "hive",
                "hive",
                ImmutableMap.of(
                        "hive.metastore", "file",
                        "hive.metastore.catalog.dir", "local:///metastore",
                        "hive.metastore.disable-location-checks", "true",
                        "fs.native-local.enabled", "true",
                        "local.location", root.toString()));
    }

    /** Returns a session that writes files of Parquet with several row groups, and reads them in pieces. */
    protected final Session manyRowGroups() {
        return IcebergFiles.manyRowGroups(Session.builder(on), "lake")
                .setCatalogSessionProperty("lake", "orc_writer_max_stripe_rows", "1000")
                .setCatalogSessionProperty("lake", "parquet_small_file_threshold", "0B")
                .setCatalogSessionProperty("lake", "orc_tiny_stripe_threshold", "0B")
                .build();
    }

    /** Asks for an index. Files of tests are small; by default, indexes of a type may take a few percent of them only. */
    protected final void createIndex(String table, String type, String column) {
        runner.execute("CALL lake.system.create_index('%s', '%s', '%s', ARRAY['%s']%s)"
                .formatted(
                        SCHEMA,
                        table,
                        type,
                        column.replace("'", "''"),
                        Set.of("bloom", "ngram").contains(type) ? ", MAP(ARRAY['budget_percent'], ARRAY['50'])" : ""));
    }

    /** Summarises all files that the index does not know, and publishes that. */
    protected final BuildResult build(String table) {
        BuildResult built = tables.buildAsIs(table, "4kB");
        assertThat(built.failed())
                .as("files of %s that cannot be summarised", table)
                .isZero();
        return built;
    }

    /** Returns what the scan of a query counted. Objects that were considered are pruned or read. */
    protected final Map<String, Long> metrics(String query) {
        return tables.metrics(manyRowGroups(), query);
    }

    /** Checks that the stock connector and ours give the same rows, and that ours leaves out so many files. */
    protected final void assertPrunes(String query, long files) {
        assertThat(metricsOfSameRows(manyRowGroups(), query)).as(query).containsEntry("skipping.objects.pruned", files);
    }

    /** Returns the folder of the index of a table that has no partitions, which is beside its data. */
    protected final Path indexFolder(String table) throws IOException {
        Path ofTable = tables.objects(table).getFirst().getParent().getParent();
        try (Stream<Path> folders = Files.list(ofTable.resolve("_skipping"))) {
            List<Path> found = folders.toList();
            assertThat(found).hasSize(1);
            assertThat(found.getFirst().getFileName().toString()).startsWith("iceberg.");
            return found.getFirst();
        }
    }

    protected static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile).sorted().toList();
        }
    }
}
