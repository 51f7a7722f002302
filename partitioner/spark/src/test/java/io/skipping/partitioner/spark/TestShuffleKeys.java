// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner.spark;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.spark.unsafe.hash.Murmur3_x86_32;
import org.testng.annotations.Test;

public class TestShuffleKeys {
    private static final int SPARKS_SEED = 42;

    @Test
    public void testKeysReachTheirPartitions() {
        for (int partitions : new int[] {1, 2, 3, 7, 128, 1_000, 10_000}) {
            int[] keys = ShuffleKeys.of(partitions);
            assertThat(keys).hasSize(partitions).doesNotHaveDuplicates();
            for (int partition = 0; partition < partitions; partition++) {
                assertThat(Math.floorMod(Murmur3_x86_32.hashInt(keys[partition], SPARKS_SEED), partitions))
                        .isEqualTo(partition);
            }
        }
    }
}
