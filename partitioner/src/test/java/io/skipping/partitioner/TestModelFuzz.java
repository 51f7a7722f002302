// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/**
 * Tests that whatever stands where a model should is a model that gives every record a partition, or causes an exception
 * that says that it is none, within a stated memory. {@code -Dpartitioner.test.fuzz=100000} tries more.
 */
public class TestModelFuzz {
    private static final int RUNS = Integer.getInteger("partitioner.test.fuzz", 3_000);
    private static final long SEED = Long.getLong("partitioner.test.seed", 42);
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    @DataProvider
    public Object[][] kinds() {
        return new Object[][] {{"grid"}, {"kdtree"}, {"zorder"}, {"hilbert"}};
    }

    @Test(dataProvider = "kinds")
    public void testMutations(String kind) throws IOException {
        byte[] golden;
        try (InputStream file = getClass().getResourceAsStream("version1-%s.json".formatted(kind))) {
            golden = file.readAllBytes();
        }
        Random random = new Random(SEED);
        RandomRows rows = new RandomRows(1, RandomRows.COLUMNS);
        ArrayRow row = new ArrayRow(RandomRows.COLUMNS.size());
        int refused = 0;
        for (int run = 0; run < RUNS; run++) {
            String content = new String(mutated(golden, random), StandardCharsets.UTF_8);
            long before = THREADS.getCurrentThreadAllocatedBytes();
            try {
                LayoutModel model = ModelJson.read(content);
                if (model.columns().stream()
                        .map(Column::type)
                        .toList()
                        .equals(RandomRows.COLUMNS.stream()
                                .limit(model.columns().size())
                                .map(Column::type)
                                .toList())) {
                    assertThat(model.partition(rows.next(row)))
                            .as("seed %d: %s", SEED, content)
                            .isBetween(0, model.partitions() - 1);
                }
            } catch (ModelFormatException e) {
                refused++;
            }
            assertThat(THREADS.getCurrentThreadAllocatedBytes() - before)
                    .as("bytes of memory")
                    .isLessThan((1 << 20) + 200L * content.length());
        }
        assertThat(refused).isGreaterThan(RUNS / 3);
    }

    private static byte[] mutated(byte[] golden, Random random) {
        byte[] bytes = golden.clone();
        int at = random.nextInt(bytes.length);
        switch (random.nextInt(4)) {
            case 0 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
            case 1 -> bytes = Arrays.copyOf(bytes, at);
            case 2 -> {
                int length = random.nextInt(bytes.length - at);
                System.arraycopy(bytes, at, bytes, random.nextInt(bytes.length - length), length);
            }
            default -> {
                for (int tries = 0; tries < bytes.length && !Character.isDigit(bytes[at]); tries++) {
                    at = (at + 1) % bytes.length;
                }
                bytes[at] = (byte) ("0123456789-.e".charAt(random.nextInt(13)));
            }
        }
        return bytes;
    }

    @Test
    public void testLarge() {
        assertRefused("[".repeat(1_000_000), "Not a model");
        assertRefused("{\"a\":".repeat(1_000_000), "Not a model");
        assertRefused("{\"format\": \"" + "x".repeat(1_000_000) + "\"}", "Not a model");
        assertRefused("{\"partitions\": " + "9".repeat(1_000_000) + "}", "Not a model");
        assertRefused("{\"partitions\": 1e999999999}", "Not a model");
        assertRefused("[" + "0,".repeat(11_000_000) + "0]", "it has more than 10000000 values");
        assertRefused(" ".repeat(ModelJson.MOST_CHARS + 1), "it has more than 134217728 characters");
    }

    private static void assertRefused(String content, String message) {
        long before = THREADS.getCurrentThreadAllocatedBytes();
        assertThatThrownBy(() -> ModelJson.read(content))
                .isInstanceOf(ModelFormatException.class)
                .hasMessageContaining(message);
        assertThat(THREADS.getCurrentThreadAllocatedBytes() - before)
                .as("bytes of memory")
                .isLessThan((32 << 20) + 8L * content.length());
    }
}
