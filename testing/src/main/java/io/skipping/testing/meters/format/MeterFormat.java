// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.meters.format;

/** Lists the encodings of an object. */
public enum MeterFormat {
    /** Is comma-separated UTF-8 without a header, for Hive's TEXTFILE with {@code ','} and for its CSV format. */
    CSV("csv"),
    /** Has one JSON object per line. */
    JSON("json"),
    PARQUET("parquet"),
    ORC("orc");

    private final String extension;

    MeterFormat(String extension) {
        this.extension = extension;
    }

    /** Returns the extension of objects' names, without a dot. */
    public String extension() {
        return extension;
    }

    /** Returns whether objects are divided into row groups (Parquet) or stripes (ORC). */
    public boolean columnar() {
        return this == PARQUET || this == ORC;
    }
}
