// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino;

import static io.skipping.trino.WrittenObjects.literal;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.HashMultiset;
import io.skipping.partitioner.Column;
import io.skipping.partitioner.ColumnType;
import io.skipping.partitioner.LayoutModel;
import io.skipping.trino.core.layout.RandomModel;
import io.skipping.trino.core.release.TrinoRelease;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.testng.annotations.Test;

/** INSERT by a layout on several nodes: rows of one partition, wherever they are read, meet in one object. */
@Test(singleThreaded = true, groups = "servers")
public class TestDistributedLayoutInsert extends AbstractLakeTest {
    private static final int OBJECTS = 12;
    private static final LayoutModel MODEL = RandomModel.tree(
            new SplittableRandom(11),
            List.of(new Column("x", ColumnType.DOUBLE), new Column("city", ColumnType.VARCHAR)),
            20);

    @Override
    protected int workers() {
        return 2;
    }

    @Override
    protected Map<String, String> lakeProperties() {
        return Map.of("hive.max-partitions-per-writers", "50");
    }

    @Override
    protected void createTables() {
        runner.execute("CREATE TABLE source (id bigint, x double, city varchar, day varchar) WITH (format = 'ORC')");
        for (int object = 0; object < OBJECTS; object++) {
            runner.execute("""
                    INSERT INTO source
                    SELECT n, CAST((n * 7919) %% 120 - 60 AS double) / 2, 'text ' || CAST((n * 31) %% 60 AS varchar),
                           IF(n %% 2 = 0, 'even', 'odd')
                    FROM UNNEST(sequence(%s, %s)) AS t(n)""".formatted(1000 * object, 1000 * object + 999));
        }
    }

    @Test
    public void testRowsOfAPartitionMeetInOneObject() {
        runner.execute(
                "CREATE TABLE target WITH (format = 'PARQUET', partitioned_by = ARRAY['day']) AS SELECT * FROM source WITH NO DATA");
        runner.execute("CALL lake.system.set_layout('test', 'target', %s, ARRAY['x'])".formatted(literal(MODEL)));
        runner.execute("INSERT INTO target SELECT * FROM source");

        WrittenObjects objects = new WrittenObjects(runner, "target");
        objects.assertOneObjectAPartition(MODEL);
        objects.assertSortedInside("x");
        assertThat(HashMultiset.create(runner.execute("SELECT * FROM target").getMaterializedRows()))
                .isEqualTo(HashMultiset.create(
                        runner.execute("SELECT * FROM source").getMaterializedRows()));
    }

    @Test
    public void testEachNodeTellsWhatItHasLoaded() {
        List<Object> nodes = runner.execute("SELECT node_id FROM system.runtime.nodes")
                .getOnlyColumn()
                .toList();
        assertThat(nodes).hasSizeGreaterThan(2);
        assertThat(runner.execute("SELECT node_id FROM lake.system.skipping_nodes WHERE trino_release = '%s'"
                                .formatted(TrinoRelease.VERSION))
                        .getOnlyColumn())
                .containsExactlyInAnyOrderElementsOf(nodes);
        assertThat(runner.execute(
                                "SELECT count(*) FROM lake.system.skipping_nodes WHERE abs(to_unixtime(clock) - to_unixtime(now())) < 60 AND java_version <> '' AND plugin_version <> ''")
                        .getOnlyValue())
                .isEqualTo((long) nodes.size());
    }
}
