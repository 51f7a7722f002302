// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.store.segment;

import static io.skipping.index.value.ScalarType.BIGINT;
import static io.skipping.index.value.ScalarType.BOOLEAN;
import static io.skipping.index.value.ScalarType.DOUBLE;
import static io.skipping.index.value.ScalarType.VARCHAR;
import static io.skipping.index.value.ScalarType.character;
import static io.skipping.index.value.ScalarType.timestamp;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.airlift.slice.Slice;
import io.airlift.slice.Slices;
import io.skipping.index.store.SampleValues;
import io.skipping.index.store.segment.SegmentFormat.SegmentColumn;
import io.skipping.index.type.SummaryField;
import io.skipping.index.value.ColumnBuilder;
import io.skipping.index.value.Key;
import io.skipping.index.value.KeyColumn;
import io.skipping.index.value.ScalarType;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.IntFunction;
import org.testng.annotations.Test;

/** What every engine's Parquet library must do for segments. */
public abstract class AbstractSegmentFormatContract {
    private static final long PLENTY = 1L << 30;
    private static final int MANY = 300_000;

    protected abstract SegmentFormat format();

    @Test
    public void testEveryTypeComesBackExactly() throws IOException {
        List<SummaryField> fields = SampleValues.fields();
        List<SegmentColumn> columns = fields.stream()
                .map(field -> new SegmentColumn("x(y)." + field.name(), field.type(), field.isList()))
                .toList();
        List<List<KeyColumn>> rows = SampleValues.rows();
        List<KeyColumn> all = SampleValues.concatenated(fields, rows);
        // all at once, in two parts, row by row
        for (List<List<KeyColumn>> parts : List.of(
                List.of(all),
                List.of(
                        SampleValues.concatenated(fields, rows.subList(0, 4)),
                        SampleValues.concatenated(fields, rows.subList(4, rows.size()))),
                rows)) {
            SegmentFormat.Writer writer = format().writer(columns);
            for (List<KeyColumn> part : parts) {
                writer.write(part);
            }
            assertThat(writer.rows()).isEqualTo(rows.size());
            SegmentFormat.Reader reader = format().open("test", writer.finish(Map.of()), PLENTY);
            assertThat(reader.rows()).isEqualTo(rows.size());
            assertSame(reader.read(columns), all);
            // each alone, and all in another order
            for (int column = 0; column < columns.size(); column++) {
                assertSame(reader.read(List.of(columns.get(column))), List.of(all.get(column)));
            }
            assertSame(reader.read(columns.reversed()), all.reversed());
        }
    }

    @Test
    public void testManyRows() throws IOException {
        Random random = new Random(7);
        List<SegmentColumn> columns = List.of(
                new SegmentColumn("number", BIGINT, false),
                new SegmentColumn("equal", BIGINT, false),
                new SegmentColumn("flag", BOOLEAN, false),
                new SegmentColumn("double", DOUBLE, false),
                new SegmentColumn("few", VARCHAR, false),
                new SegmentColumn("many", VARCHAR, false),
                new SegmentColumn("one", VARCHAR, false),
                new SegmentColumn("char", character(20), false),
                new SegmentColumn("wide", timestamp(9), false),
                new SegmentColumn("list", VARCHAR, true));
        List<IntFunction<Key>> values = List.of(
                row -> random.nextInt(10) == 0 ? null : Key.of(random.nextLong()),
                row -> Key.of(7),
                row -> random.nextInt(3) == 0 ? null : Key.of(random.nextBoolean()),
                row -> Key.ofDouble(random.nextGaussian()),
                // more of them from some row on, so that dictionaries differ
                row -> random.nextInt(10) == 0 ? null : Key.of("value-" + random.nextInt(row < MANY / 2 ? 10 : 5_000)),
                row -> Key.of("value-" + random.nextLong()),
                row -> Key.of("the only one"),
                row -> Key.of("c" + random.nextInt(100)),
                row -> Key.of(random.nextLong(), 1_000L * random.nextInt(1_000)),
                row -> random.nextInt(10) == 0 ? null : Key.of("element-" + random.nextInt(50)));
        List<KeyColumn> all = new ArrayList<>();
        for (int column = 0; column < columns.size(); column++) {
            all.add(column(columns.get(column), MANY, values.get(column), random));
        }
        SegmentFormat.Writer writer = format().writer(columns);
        long before = writer.bytes();
        for (int start = 0; start < MANY; start += 50_000) {
            int[] positions = new int[50_000];
            int first = start;
            Arrays.setAll(positions, position -> first + position);
            writer.write(all.stream().map(column -> column.select(positions)).toList());
            assertThat(writer.bytes()).isGreaterThan(before);
        }
        SegmentFormat.Reader reader = format().open("test", writer.finish(Map.of()), PLENTY);
        List<KeyColumn> found = reader.read(columns);
        assertSame(found, all);
        assertThat(reader.mostBytes()).isGreaterThanOrEqualTo(reader.typicalBytes());
        long taken = found.stream().mapToLong(KeyColumn::retainedBytes).sum();
        assertThat(reader.mostBytes()).as("a bound of what they take").isGreaterThanOrEqualTo(taken);
    }

    private static KeyColumn column(SegmentColumn column, int rows, IntFunction<Key> values, Random random) {
        ColumnBuilder builder = ColumnBuilder.of(column.type(), column.isList());
        for (int row = 0; row < rows; row++) {
            if (column.isList() && random.nextInt(5) > 0) {
                int length = random.nextInt(4);
                int first = row;
                builder.appendList(elements -> {
                    for (int element = 0; element < length; element++) {
                        append(elements, values.apply(first));
                    }
                });
            } else if (column.isList()) {
                builder.appendNull();
            } else {
                append(builder, values.apply(row));
            }
        }
        return builder.build();
    }

    private static void append(ColumnBuilder builder, Key value) {
        if (value == null) {
            builder.appendNull();
        } else {
            builder.append(value);
        }
    }

    @Test
    public void testNoRows() throws IOException {
        List<SegmentColumn> columns =
                List.of(new SegmentColumn("a", BIGINT, false), new SegmentColumn("b", VARCHAR, true));
        SegmentFormat.Reader reader =
                format().open("test", format().writer(columns).finish(Map.of("k", "v")), PLENTY);
        assertThat(reader.rows()).isZero();
        assertThat(reader.metadata()).containsEntry("k", "v");
        assertThat(reader.read(columns)).extracting(KeyColumn::size).containsExactly(0, 0);
    }

    @Test
    public void testColumnsThatAreNotThereAreNull() throws IOException {
        SegmentFormat.Reader reader =
                format().open("test", file(List.of(new SegmentColumn("a", BIGINT, false)), 5), PLENTY);
        for (ScalarType type : List.of(BIGINT, BOOLEAN, VARCHAR, timestamp(9))) {
            for (boolean isList : new boolean[] {false, true}) {
                List<KeyColumn> columns = reader.read(
                        List.of(new SegmentColumn("missing", type, isList), new SegmentColumn("a", BIGINT, false)));
                assertThat(SampleValues.values(columns.get(0))).hasSize(5).containsOnly("null");
                assertThat(SampleValues.values(columns.get(1))).doesNotContain("null");
                assertThat(SampleValues.values(reader.read(List.of(new SegmentColumn("missing", type, isList)))
                                .getFirst()))
                        .hasSize(5)
                        .containsOnly("null");
            }
        }
    }

    @Test
    public void testMetadata() throws IOException {
        String value = "{\"long\":\"" + "grüße ".repeat(50_000) + "\"}";
        SegmentFormat.Writer writer = format().writer(List.of(new SegmentColumn("a", BIGINT, false)));
        Slice file = writer.finish(Map.of("key", value));
        assertThat(format().open("test", file, PLENTY).metadata()).containsEntry("key", value);
    }

    @Test
    public void testFilesThatTakeMoreThanTheyMayAreNotOpened() throws IOException {
        List<SegmentColumn> columns = List.of(
                new SegmentColumn("a", BIGINT, false),
                new SegmentColumn("b", VARCHAR, false),
                new SegmentColumn("c", VARCHAR, true));
        Slice file = file(columns, 10_000);
        long most = format().open("test", file, PLENTY).mostBytes();
        assertThat(format().open("test", file, most).rows()).isEqualTo(10_000);
        for (long less : new long[] {most - 1, most / 2, 100, 0}) {
            assertThatThrownBy(() -> format().open("test", file, less))
                    .isInstanceOf(MemoryLimit.ExceededException.class)
                    .hasMessageContaining("it takes more memory than an index may");
        }
    }

    /** A format may keep equal texts once, and must not take all of them for as long as the longest. */
    @Test
    public void testFewLongTextsDoNotCountForAll() throws IOException {
        int rows = 20_000;
        int longest = 300_000;
        for (boolean isList : new boolean[] {false, true}) {
            List<SegmentColumn> columns = List.of(new SegmentColumn("a", VARCHAR, isList));
            SegmentFormat.Writer writer = format().writer(columns);
            KeyColumn column = column(
                    columns.getFirst(),
                    rows,
                    row -> Key.of(row / 10 == rows / 20 ? "x".repeat(longest) : "value-" + row % 100),
                    new Random(2));
            writer.write(List.of(column));
            Slice file = writer.finish(Map.of());
            SegmentFormat.Reader reader = format().open("test", file, PLENTY);
            assertThat(reader.mostBytes()).as("lists: %s", isList).isBetween((long) longest, 200L * longest);
            assertSame(format().open("test", file, reader.mostBytes()).read(columns), List.of(column));
        }
    }

    @Test
    public void testFilesThatAreCutOff() throws IOException {
        Slice file = file(List.of(new SegmentColumn("a", BIGINT, false), new SegmentColumn("b", VARCHAR, false)), 100);
        for (int length = 0; length < file.length(); length++) {
            int cut = length;
            assertThatThrownBy(() -> format().open("test", file.slice(0, cut), PLENTY))
                    .as("%s bytes of %s", length, file.length())
                    .isInstanceOfAny(IOException.class, RuntimeException.class);
        }
    }

    /** Whatever is in a file: it is refused, or has columns of as many rows as it says. */
    @Test
    public void testFlippedBits() throws IOException {
        Random random = new Random(42);
        List<SegmentColumn> columns = List.of(
                new SegmentColumn("a", BIGINT, false),
                new SegmentColumn("b", VARCHAR, false),
                new SegmentColumn("c", timestamp(9), false),
                new SegmentColumn("d", VARCHAR, true));
        byte[] good = file(columns, 50).getBytes();
        int refused = 0;
        for (int run = 0; run < 3_000; run++) {
            byte[] bad = good.clone();
            bad[random.nextInt(bad.length)] ^= (byte) (1 << random.nextInt(8));
            try {
                SegmentFormat.Reader reader = format().open("test", Slices.wrappedBuffer(bad), PLENTY);
                for (KeyColumn column : reader.read(columns)) {
                    assertThat(column.size()).isEqualTo(Math.toIntExact(reader.rows()));
                    SampleValues.values(column);
                }
            } catch (IOException | RuntimeException e) {
                refused++;
            }
        }
        assertThat(refused).isPositive();
    }

    /** Returns a file of values, of which only lists are NULL. */
    protected final Slice file(List<SegmentColumn> columns, int rows) throws IOException {
        Random random = new Random(1);
        SegmentFormat.Writer writer = format().writer(columns);
        writer.write(columns.stream()
                .map(column -> column(
                        column,
                        rows,
                        row -> switch (column.type().form()) {
                            case LONG -> Key.of(random.nextInt(1_000));
                            case WIDE -> Key.of(random.nextInt(1_000), 0);
                            case BYTES -> Key.of("value-" + random.nextInt(1_000));
                        },
                        random))
                .toList());
        return writer.finish(Map.of("key", "value"));
    }

    private static void assertSame(List<KeyColumn> found, List<KeyColumn> expected) {
        assertThat(found).hasSameSizeAs(expected);
        for (int column = 0; column < expected.size(); column++) {
            assertThat(SampleValues.values(found.get(column)))
                    .as("column %s", column)
                    .isEqualTo(SampleValues.values(expected.get(column)));
        }
    }
}
