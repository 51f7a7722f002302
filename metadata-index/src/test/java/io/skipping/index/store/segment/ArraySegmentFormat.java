// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.store.segment;

import static com.google.common.base.Preconditions.checkArgument;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.airlift.slice.Slice;
import io.airlift.slice.Slices;
import io.skipping.index.value.BytesColumn;
import io.skipping.index.value.ColumnBuilder;
import io.skipping.index.value.KeyColumn;
import io.skipping.index.value.ListColumn;
import io.skipping.index.value.LongColumn;
import io.skipping.index.value.ScalarType;
import io.skipping.index.value.WideColumn;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Writes columns one after the other, as plainly as can be, for tests that need no engine. */
public final class ArraySegmentFormat implements SegmentFormat {
    private static final int MAGIC = 0x41525259;

    @Override
    public Writer writer(List<SegmentColumn> columns) {
        return new ArrayWriter(columns);
    }

    @Override
    public Reader open(String name, Slice file, long mostBytes) throws IOException {
        ArrayReader reader = new ArrayReader(file);
        if (reader.mostBytes() > mostBytes) {
            throw MemoryLimit.exceeded(mostBytes);
        }
        return reader;
    }

    private static final class ArrayWriter implements Writer {
        private final List<SegmentColumn> columns;
        private final List<ColumnBuilder> builders = new ArrayList<>();
        private int rows;

        ArrayWriter(List<SegmentColumn> columns) {
            this.columns = List.copyOf(columns);
            columns.forEach(column -> builders.add(ColumnBuilder.of(column.type(), column.isList())));
        }

        @Override
        public void write(List<KeyColumn> values) {
            checkArgument(values.size() == columns.size(), "%s columns instead of %s", values.size(), columns.size());
            int count = values.getFirst().size();
            for (int column = 0; column < builders.size(); column++) {
                checkArgument(values.get(column).size() == count, "columns of different sizes");
                for (int position = 0; position < count; position++) {
                    builders.get(column).append(values.get(column), position);
                }
            }
            rows += count;
        }

        @Override
        public long rows() {
            return rows;
        }

        @Override
        public long bytes() {
            return builders.stream().mapToLong(ColumnBuilder::retainedBytes).sum();
        }

        @Override
        public Slice finish(Map<String, String> metadata) throws IOException {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            DataOutputStream output = new DataOutputStream(bytes);
            output.writeInt(MAGIC);
            output.writeInt(metadata.size());
            for (Map.Entry<String, String> entry : new TreeMap<>(metadata).entrySet()) {
                write(output, entry.getKey().getBytes(UTF_8));
                write(output, entry.getValue().getBytes(UTF_8));
            }
            output.writeInt(rows);
            output.writeInt(columns.size());
            for (int column = 0; column < columns.size(); column++) {
                write(output, columns.get(column).name().getBytes(UTF_8));
                write(output, kind(columns.get(column)).getBytes(UTF_8));
                ByteArrayOutputStream values = new ByteArrayOutputStream();
                write(new DataOutputStream(values), builders.get(column).build());
                write(output, values.toByteArray());
            }
            return Slices.wrappedBuffer(bytes.toByteArray());
        }

        private static void write(DataOutputStream output, byte[] text) throws IOException {
            output.writeInt(text.length);
            output.write(text);
        }

        private static void write(DataOutputStream output, KeyColumn column) throws IOException {
            for (int position = 0; position < column.size(); position++) {
                output.writeBoolean(column.isNull(position));
                if (column.isNull(position)) {
                    continue;
                }
                switch (column) {
                    case LongColumn longs -> output.writeLong(longs.key(position));
                    case WideColumn wides -> {
                        output.writeLong(wides.high(position));
                        output.writeLong(wides.low(position));
                    }
                    case BytesColumn texts ->
                        write(output, texts.slice(position).getBytes());
                    case ListColumn lists -> {
                        output.writeInt(lists.length(position));
                        for (int element = lists.offset(position); element < lists.offset(position + 1); element++) {
                            write(output, lists.elements().select(new int[] {element}));
                        }
                    }
                }
            }
        }
    }

    private static String kind(SegmentColumn column) {
        return column.isList() ? "list of " + column.type() : column.type().toString();
    }

    private static final class ArrayReader implements Reader {
        private final Map<String, String> metadata = new HashMap<>();
        private final int rows;
        private final Map<String, StoredColumn> columns = new HashMap<>();
        private long bytes;

        private record StoredColumn(String kind, Slice values) {}

        ArrayReader(Slice file) throws IOException {
            Input input = new Input(file);
            if (input.integer() != MAGIC) {
                throw new IOException("it is no file of arrays");
            }
            for (int left = input.count(2 * Integer.BYTES); left > 0; left--) {
                String key = input.text().toStringUtf8();
                metadata.put(key, input.text().toStringUtf8());
            }
            rows = input.integer();
            for (int left = input.count(3 * Integer.BYTES); left > 0; left--) {
                String name = input.text().toStringUtf8();
                StoredColumn column = new StoredColumn(input.text().toStringUtf8(), input.text());
                // each takes a byte at least
                if (rows < 0 || rows > column.values().length()) {
                    throw new IOException("it cannot have %s rows".formatted(rows));
                }
                columns.put(name, column);
                // a NULL in a list is a byte here, and a number in a column
                bytes += 20L * rows + 10L * column.values().length();
            }
            if (columns.isEmpty() && rows != 0) {
                throw new IOException("it has rows of no columns");
            }
        }

        @Override
        public Map<String, String> metadata() {
            return metadata;
        }

        @Override
        public long rows() {
            return rows;
        }

        @Override
        public long typicalBytes() {
            return bytes;
        }

        @Override
        public long mostBytes() {
            return bytes;
        }

        @Override
        public List<KeyColumn> read(List<SegmentColumn> wanted) throws IOException {
            List<KeyColumn> found = new ArrayList<>();
            for (SegmentColumn column : wanted) {
                ColumnBuilder builder = ColumnBuilder.of(column.type(), column.isList());
                StoredColumn stored = columns.get(column.name());
                if (stored == null) {
                    for (int row = 0; row < rows; row++) {
                        builder.appendNull();
                    }
                } else {
                    if (!stored.kind().equals(kind(column))) {
                        throw new IOException("%s is %s".formatted(column.name(), stored.kind()));
                    }
                    Input input = new Input(stored.values());
                    for (int row = 0; row < rows; row++) {
                        input.value(column.type(), column.isList(), builder);
                    }
                    input.checkEnd();
                }
                found.add(builder.build());
            }
            return found;
        }
    }

    /** Checks each count before it is believed. */
    private static final class Input {
        private final Slice bytes;
        private int position;

        Input(Slice bytes) {
            this.bytes = bytes;
        }

        int integer() throws IOException {
            return Integer.reverseBytes(bytes.getInt(take(Integer.BYTES)));
        }

        private long number() throws IOException {
            return Long.reverseBytes(bytes.getLong(take(Long.BYTES)));
        }

        /** @param each least bytes of each of what is counted */
        int count(int each) throws IOException {
            int count = integer();
            if (count < 0 || count > (bytes.length() - position) / each) {
                throw new IOException("it cannot have %s of something".formatted(count));
            }
            return count;
        }

        Slice text() throws IOException {
            int length = count(1);
            return bytes.slice(take(length), length);
        }

        void value(ScalarType type, boolean isList, ColumnBuilder builder) throws IOException {
            if (bytes.getByte(take(1)) != 0) {
                builder.appendNull();
                return;
            }
            if (isList) {
                int elements = count(1);
                ColumnBuilder copied = ColumnBuilder.of(type, false);
                for (int element = 0; element < elements; element++) {
                    value(type, false, copied);
                }
                KeyColumn values = copied.build();
                builder.appendList(list -> {
                    for (int element = 0; element < elements; element++) {
                        list.append(values, element);
                    }
                });
                return;
            }
            switch (type.form()) {
                case LONG -> builder.append(number());
                case WIDE -> {
                    long high = number();
                    builder.append(high, number());
                }
                case BYTES -> builder.append(text());
            }
        }

        void checkEnd() throws IOException {
            if (position != bytes.length()) {
                throw new IOException("it has %s bytes too many".formatted(bytes.length() - position));
            }
        }

        private int take(int length) throws IOException {
            if (length > bytes.length() - position) {
                throw new IOException("it is cut off");
            }
            int start = position;
            position += length;
            return start;
        }
    }
}
