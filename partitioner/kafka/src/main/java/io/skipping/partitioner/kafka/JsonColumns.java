// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner.kafka;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.skipping.partitioner.ArrayRow;
import io.skipping.partitioner.Column;
import io.skipping.partitioner.ColumnType;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Finds columns as fields of JSON objects, by name. A record is a map, text, or what its serialiser makes of another
 * object. It is read only as far as the last of its columns.
 */
public final class JsonColumns implements RecordColumns {
    private static final JsonFactory JSON = new JsonFactory();

    @Override
    public Optional<String> read(Object value, byte[] serialized, List<Column> columns, ArrayRow row) {
        Fields fields = new Fields(columns, row);
        if (value instanceof Map<?, ?> map) {
            fields.read(map);
        } else if (serialized == null && !(value instanceof String)) {
            return Optional.of("there is no value");
        } else {
            // text may be serialised in another encoding than UTF-8
            try (JsonParser json =
                    value instanceof String text ? JSON.createParser(text) : JSON.createParser(serialized)) {
                fields.read(json);
            } catch (IOException e) {
                return Optional.of("not a JSON object: " + e.getMessage());
            }
        }
        return fields.problem();
    }

    /** Fills one row. */
    private static final class Fields {
        private final List<Column> columns;
        private final ArrayRow row;
        private final boolean[] found;
        private int missing;
        private String problem;

        Fields(List<Column> columns, ArrayRow row) {
            this.columns = columns;
            this.row = row;
            found = new boolean[columns.size()];
            missing = found.length;
        }

        void read(Map<?, ?> fields) {
            for (int column = 0; column < found.length; column++) {
                String name = columns.get(column).name();
                if (fields.containsKey(name)) {
                    set(column, fields.get(name));
                } else {
                    setOtherCase(column, fields);
                }
            }
        }

        /** Sets a column from a field whose name is the column's in another case. */
        private void setOtherCase(int column, Map<?, ?> fields) {
            fields.entrySet().stream()
                    .filter(field -> field.getKey() instanceof String name
                            && name.equalsIgnoreCase(columns.get(column).name()))
                    .findFirst()
                    .ifPresent(field -> set(column, field.getValue()));
        }

        void read(JsonParser json) throws IOException {
            if (json.nextToken() != JsonToken.START_OBJECT) {
                problem = "not a JSON object";
                return;
            }
            while (missing > 0 && json.nextToken() == JsonToken.FIELD_NAME) {
                int column = number(json.currentName());
                json.nextToken();
                if (column >= 0 && !found[column]) {
                    read(json, column);
                }
                json.skipChildren();
            }
        }

        private void read(JsonParser json, int column) throws IOException {
            ColumnType type = columns.get(column).type();
            // a number with a scale is read as it is written, not as the nearest double
            boolean isAsWritten = type.isText() || columns.get(column).scale().isPresent();
            switch (json.currentToken()) {
                case VALUE_NULL -> set(column, null);
                case VALUE_STRING, VALUE_TRUE, VALUE_FALSE -> set(column, json.getText());
                case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT ->
                    set(column, isAsWritten ? json.getText() : json.getNumberValue());
                default -> failed(column, "Not a %s: an object or an array".formatted(type.typeName()));
            }
        }

        /** Returns the column of a field. Trino's readers of JSON ignore case, too. */
        private int number(String name) {
            int inOtherCase = -1;
            for (int column = 0; column < found.length; column++) {
                String candidate = columns.get(column).name();
                if (candidate.equals(name)) {
                    return column;
                }
                if (inOtherCase < 0 && candidate.equalsIgnoreCase(name)) {
                    inOtherCase = column;
                }
            }
            return inOtherCase;
        }

        private void set(int column, Object value) {
            try {
                FieldValues.set(row, column, columns.get(column), value);
                found(column);
            } catch (IllegalArgumentException e) {
                failed(column, e.getMessage());
            }
        }

        private void failed(int column, String reason) {
            found(column);
            problem = "column %s: %s".formatted(columns.get(column).name(), reason);
        }

        private void found(int column) {
            found[column] = true;
            missing--;
        }

        Optional<String> problem() {
            for (int column = 0; column < found.length && problem == null; column++) {
                if (!found[column]) {
                    problem =
                            "column %s is missing".formatted(columns.get(column).name());
                }
            }
            return Optional.ofNullable(problem);
        }
    }
}
