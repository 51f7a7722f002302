// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.formats;

import io.skipping.testing.lake.Setting;
import java.util.List;
import java.util.stream.Stream;

/** A way to read the records: a format, by the stock Hive connector or with skipping. */
record Contender(Format format, boolean skips) implements io.skipping.testing.lake.Contender {
    static Contender plain(Format format) {
        return new Contender(format, false);
    }

    static Contender skipping(Format format) {
        return new Contender(format, true);
    }

    /** Returns both ways to read each format that {@code bin/bench formats} compares. */
    static List<Contender> all() {
        return of(Format.compared());
    }

    /** Returns both ways to read each of some formats. */
    static List<Contender> of(List<Format> formats) {
        return formats.stream()
                .flatMap(format -> Stream.of(plain(format), skipping(format)))
                .toList();
    }

    @Override
    public String system() {
        return (skips ? "skipping-" : "hive-") + format.title();
    }

    /**
     * Returns the name of its table in SQL.
     *
     * @param data the name of what is in it
     */
    String table(String data) {
        return "%s.%s.%s"
                .formatted((skips ? Setting.SKIPPING : Setting.PLAIN).catalog(), Tables.SCHEMA, format.table(data));
    }
}
