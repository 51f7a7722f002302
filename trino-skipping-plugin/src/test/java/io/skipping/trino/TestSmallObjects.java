// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino;

import static io.skipping.trino.SkippingQueryRunner.SCHEMA;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trino.Session;
import io.trino.testing.MaterializedRow;
import java.util.List;
import org.testng.annotations.Test;

/** Many small objects are summarised in groups, of as many as one asks for. */
public class TestSmallObjects extends AbstractLakeTest {
    private static final int OBJECTS = 7;
    private static final String PROPERTY = "skipping_summarize_max_objects_per_split";

    @Override
    protected void createTables() {
        runner.execute("CREATE TABLE lake.%s.small (a bigint) WITH (format = 'JSON')".formatted(SCHEMA));
        for (int object = 0; object < OBJECTS; object++) {
            writeRows("INSERT INTO lake.%s.small VALUES %d".formatted(SCHEMA, object));
        }
        tables.makeOld();
    }

    private Session atMost(int objects) {
        return Session.builder(on)
                .setCatalogSessionProperty("lake", PROPERTY, Integer.toString(objects))
                .build();
    }

    /** @return objects of each split, in ascending order */
    private List<Long> splits(Session session) {
        List<MaterializedRow> rows = runner.execute(
                        session,
                        "SELECT objects FROM TABLE(lake.system.summarize('%s', 'small')) WHERE event = 'done' ORDER BY 1"
                                .formatted(SCHEMA))
                .getMaterializedRows();
        return rows.stream().map(row -> (Long) row.getField(0)).toList();
    }

    @Test
    public void testObjectsOfSplit() {
        assertThat(splits(atMost(3))).as("seven, three at a time").containsExactly(1L, 3L, 3L);
        tables.buildAsIs("small", "1MB");
        assertThat(tables.metric(
                        on, "SELECT * FROM lake.%s.small WHERE a = 3".formatted(SCHEMA), "skipping.objects.pruned"))
                .as("all others")
                .isEqualTo(OBJECTS - 1);
    }

    @Test
    public void testAtLeastOneObject() {
        assertThatThrownBy(() -> splits(atMost(0))).hasMessageContaining(PROPERTY + " must be at least 1: 0");
    }
}
