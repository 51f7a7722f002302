// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type.minmax;

import static org.assertj.core.api.Assertions.assertThat;

import io.airlift.slice.Slice;
import io.airlift.slice.Slices;
import io.skipping.index.type.SummaryWriter;
import io.skipping.index.value.BytesColumn;
import io.skipping.index.value.BytesVector;
import io.skipping.index.value.KeyColumn;
import io.skipping.index.value.ScalarType;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Compares bounds of texts, most of which begin alike, with those of a sorted list. */
public class TestByteExtremes {
    private static final byte[] BYTES = {0, 'a', 0x7F, (byte) 0x80, (byte) 0xFF};
    private static final int ROUNDS = 20_000;

    @DataProvider
    public Object[][] types() {
        return new Object[][] {{ScalarType.VARCHAR}, {ScalarType.VARBINARY}};
    }

    @Test(dataProvider = "types")
    public void testExtremes(ScalarType type) {
        Random random = new Random(7);
        for (int round = 0; round < ROUNDS; round++) {
            List<Slice> values = new ArrayList<>();
            ByteExtremes extremes = new ByteExtremes(type, 100);
            for (int vector = 1 + random.nextInt(3); vector > 0; vector--) {
                List<Slice> some = new ArrayList<>();
                for (int value = random.nextInt(10) + (values.isEmpty() ? 1 : 0); value > 0; value--) {
                    some.add(text(random));
                }
                extremes.add(vector(some));
                values.addAll(some);
            }
            SummaryWriter summary = new SummaryWriter(new MinMaxIndexType().fields(List.of(type)));
            summary.field(MinMaxIndexType.NULLS).append(0);
            extremes.finish(summary, true);
            List<KeyColumn> fields = summary.build();
            assertThat(((BytesColumn) fields.get(MinMaxIndexType.MIN)).slice(0))
                    .as("the minimum of %s, round %s", values, round)
                    .isEqualTo(values.stream().min(Comparator.naturalOrder()).orElseThrow());
            assertThat(((BytesColumn) fields.get(MinMaxIndexType.MAX)).slice(0))
                    .as("the maximum of %s, round %s", values, round)
                    .isEqualTo(values.stream().max(Comparator.naturalOrder()).orElseThrow());
        }
    }

    private static Slice text(Random random) {
        byte[] text = new byte[random.nextInt(5)];
        for (int place = 0; place < text.length; place++) {
            text[place] = BYTES[random.nextInt(BYTES.length)];
        }
        return Slices.wrappedBuffer(text);
    }

    /** Returns a vector whose buffer begins somewhere in an array, as those of engines do. */
    private static BytesVector vector(List<Slice> values) {
        int length = values.stream().mapToInt(Slice::length).sum();
        Slice buffer = Slices.allocate(length + 8).slice(3, length + 2);
        BytesVector vector = new BytesVector();
        vector.fill(buffer, values.size());
        int offset = 1;
        for (int value = 0; value < values.size(); value++) {
            Slice bytes = values.get(value);
            buffer.setBytes(offset, bytes);
            vector.set(value, offset, bytes.length());
            offset += bytes.length();
        }
        vector.setDistinctRows(values.size());
        return vector;
    }
}
