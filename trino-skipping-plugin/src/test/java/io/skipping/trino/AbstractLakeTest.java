// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino;

import static io.skipping.trino.SkippingQueryRunner.SCHEMA;
import static io.skipping.trino.SkippingQueryRunner.skipping;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.HashMultiset;
import io.trino.Session;
import io.trino.testing.DistributedQueryRunner;
import io.trino.testing.MaterializedRow;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.Test;

/** A server of {@link SkippingQueryRunner} for the tests of one class, and comparisons of what its catalogs answer. */
@Test(groups = "servers")
abstract class AbstractLakeTest {
    protected Path root;
    protected DistributedQueryRunner runner;
    protected SkippingTestTables tables;
    /** with {@code skipping_enabled} */
    protected Session on;
    /** without */
    protected Session off;

    @BeforeClass
    public final void start() throws Exception {
        root = Files.createTempDirectory("skipping");
        runner = SkippingQueryRunner.create(root, lakeProperties());
        tables = new SkippingTestTables(runner, root);
        on = skipping(runner.getDefaultSession(), true);
        off = skipping(runner.getDefaultSession(), false);
        createTables();
    }

    /** Returns the properties of the catalog of ours that the tests of the class want beside those of all. */
    Map<String, String> lakeProperties() {
        return Map.of();
    }

    /** Creates what the tests of the class ask for. */
    abstract void createTables() throws Exception;

    @AfterClass(alwaysRun = true)
    public final void stop() {
        if (runner != null) {
            runner.close();
            runner = null;
        }
    }

    /**
     * That the stock connector and ours, with skipping on and off, give the same rows; in the same order if the query asks for
     * one.
     *
     * @param query with CATALOG in place of catalog and schema
     */
    final void assertSameRows(String query) {
        List<MaterializedRow> plain = assertSameAsPlain(query);
        assertRows(off, query, plain);
    }

    /**
     * That the stock connector and ours, with skipping on, give the same rows.
     *
     * @return these
     */
    final List<MaterializedRow> assertSameAsPlain(String query) {
        List<MaterializedRow> plain = rows(in("hive", query));
        assertRows(on, query, plain);
        return plain;
    }

    private void assertRows(Session session, String query, List<MaterializedRow> expected) {
        List<MaterializedRow> found = runner.execute(session, in("lake", query)).getMaterializedRows();
        String skipping = "%s, with skipping %s".formatted(query, session == on ? "on" : "off");
        if (query.contains("ORDER BY")) {
            assertThat(found).as(skipping).isEqualTo(expected);
        } else {
            assertThat(HashMultiset.create(found)).as(skipping).isEqualTo(HashMultiset.create(expected));
        }
    }

    private static String in(String catalog, String query) {
        return query.replace("CATALOG", catalog + "." + SCHEMA);
    }

    final List<MaterializedRow> rows(String query) {
        return runner.execute(on, query).getMaterializedRows();
    }
}
