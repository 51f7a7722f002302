// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.formats;

import java.util.List;

/**
 * Describes a row of the table.
 *
 * @param strings made of letters and digits, which no format escapes
 * @param attributes in the order in which they are written
 */
record SyntheticRecord(List<Integer> integers, List<String> strings, List<Attribute> attributes) {
    /** An entry of the map. */
    record Attribute(String key, int value) {}

    /** Returns the row as Hive's text files hold it: characters 1, 2 and 3 end fields, entries and keys. */
    String text() {
        StringBuilder line = new StringBuilder();
        integers.forEach(integer -> line.append(integer).append('\1'));
        strings.forEach(string -> line.append(string).append('\1'));
        String separator = "";
        for (Attribute attribute : attributes) {
            line.append(separator).append(attribute.key()).append('\3').append(attribute.value());
            separator = "\2";
        }
        return line.append('\n').toString();
    }

    String json() {
        StringBuilder line = new StringBuilder("{");
        for (int index = 0; index < integers.size(); index++) {
            line.append("\"int%d\":%d,".formatted(index + 1, integers.get(index)));
        }
        for (int index = 0; index < strings.size(); index++) {
            line.append("\"str%d\":\"%s\",".formatted(index + 1, strings.get(index)));
        }
        String separator = "\"map1\":{";
        for (Attribute attribute : attributes) {
            line.append("%s\"%s\":%d".formatted(separator, attribute.key(), attribute.value()));
            separator = ",";
        }
        return line.append("}}\n").toString();
    }
}
