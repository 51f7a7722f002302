// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.iceberg.table;

import static org.apache.iceberg.types.Types.NestedField.optional;
import static org.assertj.core.api.Assertions.assertThat;

import io.trino.plugin.iceberg.PartitionData;
import java.util.Map;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.PartitionSpecParser;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Types;
import org.testng.annotations.Test;

public class TestPartitionConstants {
    private static final Schema SCHEMA = new Schema(
            optional(1, "id", Types.LongType.get()),
            optional(2, "part", Types.StringType.get()),
            optional(
                    3,
                    "place",
                    Types.StructType.of(
                            optional(4, "at", Types.StructType.of(optional(5, "town", Types.StringType.get()))))));

    private static final PartitionConstants CONSTANTS = new PartitionConstants(SCHEMA);

    private static String json(PartitionSpec spec) {
        return PartitionSpecParser.toJson(spec);
    }

    @Test
    public void testColumnsWithoutTransform() {
        assertThat(CONSTANTS.of(json(PartitionSpec.unpartitioned()))).isEmpty();
        assertThat(CONSTANTS.of(
                        json(PartitionSpec.builderFor(SCHEMA).identity("part").build())))
                .containsExactly(2);
    }

    /** Files have the values of columns that they are partitioned by a transform of. */
    @Test
    public void testTransforms() {
        assertThat(CONSTANTS.of(json(PartitionSpec.builderFor(SCHEMA)
                        .bucket("id", 4)
                        .truncate("part", 2)
                        .build())))
                .isEmpty();
        assertThat(CONSTANTS.of(json(PartitionSpec.builderFor(SCHEMA)
                        .bucket("id", 4)
                        .identity("part")
                        .build())))
                .containsExactly(2);
    }

    @Test
    public void testValues() {
        Schema schema = new Schema(
                optional(1, "Id", Types.LongType.get()),
                optional(2, "day", Types.DateType.get()),
                optional(3, "place", Types.StructType.of(optional(4, "town", Types.StringType.get()))));
        PartitionSpec spec = PartitionSpec.builderFor(schema)
                .identity("day")
                .bucket("Id", 4)
                .identity("place.town")
                .identity("Id")
                .build();
        PartitionConstants constants = new PartitionConstants(schema);
        PartitionData values = new PartitionData(new Object[] {20_468, 3, "Lyon", 7L});
        assertThat(constants.values(json(spec), _ -> values))
                .as("without those of transforms")
                .containsExactlyInAnyOrderEntriesOf(Map.of("day", "2026-01-15", "place.town", "Lyon", "id", "7"));
        PartitionData nulls = new PartitionData(new Object[] {null, 3, "null", 7L});
        assertThat(constants.values(json(spec), _ -> nulls))
                .containsExactlyInAnyOrderEntriesOf(Map.of("place.town", "null", "id", "7"));
        assertThat(constants.values(json(PartitionSpec.unpartitioned()), _ -> {
                    throw new AssertionError("nothing is asked for");
                }))
                .isEmpty();
    }

    @Test
    public void testFieldsCountAsTheirColumn() {
        assertThat(CONSTANTS.of(json(PartitionSpec.builderFor(SCHEMA)
                        .identity("place.at.town")
                        .build())))
                .containsExactly(3);
    }
}
