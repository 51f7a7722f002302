// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.segment;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.airlift.slice.DynamicSliceOutput;
import io.skipping.index.store.manifest.AbstractSegmentFuzz;
import io.skipping.index.store.segment.SegmentFormat;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.parquet.format.FieldRepetitionType;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.Util;
import org.testng.annotations.Test;

/** Parquet files that say anything. */
public class TestSegmentFuzz extends AbstractSegmentFuzz {
    @Override
    protected SegmentFormat format() {
        return new TrinoSegmentFormat();
    }

    @Test
    public void testFootersThatNobodyWrites() throws IOException {
        // lists in lists in lists
        assertNoSegment(repeated((byte) 0x19, 1_000_000));
        // structures in structures in structures
        assertNoSegment(repeated((byte) 0x1C, 1_000_000));
        // a list of two thousand million elements, and a text as long
        assertNoSegment(new byte[] {0x19, (byte) 0xFC, -1, -1, -1, -1, 7});
        assertNoSegment(new byte[] {0x18, -1, -1, -1, -1, 7});
        assertNoSegment(new byte[] {0x18, -1, -1, -1, -1, -1, -1, -1, -1, -1, 1});
        assertNoSegment(new byte[0]);
        // a schema as deep as it is long
        List<SchemaElement> schema = new ArrayList<>();
        for (int depth = 0; depth < 50_000; depth++) {
            schema.add(new SchemaElement("a").setNum_children(1).setRepetition_type(FieldRepetitionType.OPTIONAL));
        }
        DynamicSliceOutput footer = new DynamicSliceOutput(1 << 20);
        Util.writeFileMetaData(new FileMetaData(1, schema, 1, List.of()), footer);
        assertNoSegment(footer.slice().getBytes());
    }

    private static byte[] repeated(byte value, int count) {
        byte[] bytes = new byte[count];
        Arrays.fill(bytes, value);
        return bytes;
    }

    private void assertNoSegment(byte[] footer) {
        DynamicSliceOutput output = new DynamicSliceOutput(footer.length + 12);
        output.writeBytes("PAR1".getBytes(UTF_8));
        output.writeBytes(footer);
        output.writeInt(footer.length);
        output.writeBytes("PAR1".getBytes(UTF_8));
        within(
                LITTLE,
                () -> assertThatThrownBy(() -> format().open("test", output.slice(), MOST_BYTES))
                        .isInstanceOf(IOException.class));
    }
}
