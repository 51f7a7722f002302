// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.formats;

import java.util.Arrays;
import java.util.List;

/** How the records are kept. */
enum Format {
    TEXT("text", "TEXTFILE", false),
    TEXT_GZIP("text-gzip", "TEXTFILE", false),
    JSON("json", "JSON", false),
    PARQUET("parquet", "PARQUET", true),
    ORC("orc", "ORC", true);

    private final String title;
    private final String hive;
    private final boolean columnar;

    Format(String title, String hive, boolean columnar) {
        this.title = title;
        this.hive = hive;
        this.columnar = columnar;
    }

    /** In results. */
    String title() {
        return title;
    }

    /** As a property of a table. */
    String hive() {
        return hive;
    }

    boolean columnar() {
        return columnar;
    }

    /** The name of the table, and of the folder of its objects. */
    String table() {
        return "records_" + title.replace('-', '_');
    }

    static List<Format> rows() {
        return Arrays.stream(values()).filter(format -> !format.columnar).toList();
    }

    static List<Format> columns() {
        return Arrays.stream(values()).filter(format -> format.columnar).toList();
    }
}
