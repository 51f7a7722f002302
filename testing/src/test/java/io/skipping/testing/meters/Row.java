// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.meters;

import java.nio.charset.StandardCharsets;
import java.util.List;

/** A row as read back. */
record Row(
        long date,
        double index,
        double sumhc,
        double sumhp,
        String type,
        long vid,
        int size,
        double temp,
        String city,
        int region,
        double latitude,
        double longitude) {
    static List<Row> ofCsv(byte[] object) {
        return new String(object, StandardCharsets.UTF_8)
                .lines()
                .map(line -> of(line.split(",", -1)))
                .toList();
    }

    static Row of(String[] fields) {
        if (fields.length != 12) {
            throw new IllegalArgumentException("Not 12 columns: " + String.join(",", fields));
        }
        return new Row(
                Long.parseLong(fields[0]),
                Double.parseDouble(fields[1]),
                Double.parseDouble(fields[2]),
                Double.parseDouble(fields[3]),
                fields[4],
                Long.parseLong(fields[5]),
                Integer.parseInt(fields[6]),
                Double.parseDouble(fields[7]),
                fields[8],
                Integer.parseInt(fields[9]),
                Double.parseDouble(fields[10]),
                Double.parseDouble(fields[11]));
    }
}
