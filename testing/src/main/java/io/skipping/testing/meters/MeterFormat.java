// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.meters;

/** How an object is encoded. */
public enum MeterFormat {
    /** Comma-separated, without a header, UTF-8: for Hive's TEXTFILE with {@code ','} and for its CSV format. */
    CSV("csv"),
    /** One JSON object a line. */
    JSON("json"),
    PARQUET("parquet"),
    ORC("orc");

    private final String extension;

    MeterFormat(String extension) {
        this.extension = extension;
    }

    String extension() {
        return extension;
    }

    /** Whether objects are cut into row groups (Parquet) or stripes (ORC). */
    boolean columnar() {
        return this == PARQUET || this == ORC;
    }
}
