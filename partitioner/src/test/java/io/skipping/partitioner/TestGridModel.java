// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.IntStream;
import org.testng.annotations.Test;

public class TestGridModel {
    private static final List<Column> PLACE =
            List.of(new Column("latitude", ColumnType.DOUBLE), new Column("longitude", ColumnType.DOUBLE));

    @Test
    public void testCellsStayTogether() {
        GridModel tenths = new GridModel(PLACE, 1_000, 1);
        assertThat(partition(tenths, 48.81, 2.35)).isEqualTo(partition(tenths, 48.89, 2.31));
        assertThat(partition(tenths, 48.81, 2.35)).isNotEqualTo(partition(tenths, 48.79, 2.35));
        assertThat(partition(new GridModel(PLACE, 1_000, 0), -0.5, 0))
                .isNotEqualTo(partition(new GridModel(PLACE, 1_000, 0), 0.5, 0));
    }

    /** The expected values were computed by the definition in docs/partitioner.md, by other means. */
    @Test
    public void testHashIsTheDocumentedOne() {
        assertThat(partition(new GridModel(PLACE, 128, 1), 48.8566, 2.3522)).isEqualTo(97);
        assertThat(partition(new GridModel(PLACE, 1_000_000, 0), -1.5, 179.25)).isEqualTo(290638);
    }

    @Test
    public void testFillsAllPartitions() {
        GridModel model = new GridModel(PLACE, 64, 1);
        long used = IntStream.range(0, 10_000)
                .map(cell -> partition(model, cell / 100 / 10.0 + 0.05, cell % 100 / 10.0 + 0.05))
                .distinct()
                .count();
        assertThat(used).isEqualTo(64);
    }

    @Test
    public void testRefusesText() {
        assertThatThrownBy(() -> new GridModel(List.of(new Column("city", ColumnType.VARCHAR)), 4, 0))
                .hasMessageContaining("city");
    }

    private static int partition(GridModel model, double latitude, double longitude) {
        return model.partition(new ArrayRow(2).set(0, latitude).set(1, longitude));
    }
}
