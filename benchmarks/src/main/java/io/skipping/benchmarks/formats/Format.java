// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.formats;

import java.util.Arrays;
import java.util.List;

/** The format in which the records are stored. */
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

    /** Returns the title in results. */
    String title() {
        return title;
    }

    /** Returns the value of the table property {@code format}. */
    String hive() {
        return hive;
    }

    boolean columnar() {
        return columnar;
    }

    /** Returns the name of the table and of the folder of its objects. */
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
