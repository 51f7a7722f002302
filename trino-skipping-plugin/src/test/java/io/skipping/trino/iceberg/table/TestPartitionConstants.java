// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.iceberg.table;

import static org.apache.iceberg.types.Types.NestedField.optional;
import static org.assertj.core.api.Assertions.assertThat;

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
    public void testFieldsCountAsTheirColumn() {
        assertThat(CONSTANTS.of(json(PartitionSpec.builderFor(SCHEMA)
                        .identity("place.at.town")
                        .build())))
                .containsExactly(3);
    }
}
