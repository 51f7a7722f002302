// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.format;

import static io.trino.hive.thrift.metastore.hive_metastoreConstants.FILE_INPUT_FORMAT;
import static io.trino.plugin.hive.util.SerdeConstants.FOOTER_COUNT;
import static io.trino.plugin.hive.util.SerdeConstants.HEADER_COUNT;

import com.google.common.collect.ImmutableMap;
import io.skipping.trino.core.read.text.TextEnds;
import io.trino.hive.formats.HiveClassNames;
import io.trino.hive.formats.compression.CompressionKind;
import io.trino.plugin.hive.HiveSplit;
import io.trino.plugin.hive.Schema;
import io.trino.plugin.hive.util.HiveUtil;
import java.util.Map;

/** How the bytes of an object make rows, as far as cutting and reading of ranges is concerned. */
public enum HiveFormat {
    /** lines of text: every row begins after a line end, and belongs to the range that holds this line end */
    LINES,
    /** blocks behind a header, found by synchronisation marks: Avro, RCFile, SequenceFile */
    BLOCKS,
    /** row groups or stripes that a footer lists: Parquet, ORC */
    COLUMNAR,
    /** something whose rules are not known here */
    OTHER;

    /** The format of a split's object. */
    public static HiveFormat of(Schema schema) {
        return switch (schema.serializationLibraryName()) {
            case HiveClassNames.ORC_SERDE_CLASS, HiveClassNames.PARQUET_HIVE_SERDE_CLASS -> COLUMNAR;
            case HiveClassNames.AVRO_SERDE_CLASS,
                    HiveClassNames.COLUMNAR_SERDE_CLASS,
                    HiveClassNames.LAZY_BINARY_COLUMNAR_SERDE_CLASS -> BLOCKS;
            case HiveClassNames.LAZY_SIMPLE_SERDE_CLASS,
                    HiveClassNames.JSON_SERDE_CLASS,
                    HiveClassNames.OPENX_JSON_SERDE_CLASS,
                    HiveClassNames.OPENCSV_SERDE_CLASS,
                    HiveClassNames.REGEX_SERDE_CLASS ->
                switch (schema.serdeProperties().getOrDefault(FILE_INPUT_FORMAT, "")) {
                    case HiveClassNames.TEXT_INPUT_FORMAT_CLASS -> LINES;
                    case HiveClassNames.SEQUENCEFILE_INPUT_FORMAT_CLASS -> BLOCKS;
                    default -> OTHER;
                };
            default -> OTHER;
        };
    }

    /** Returns the lines that are no rows in the objects of a table or partition. */
    public static TextEnds textEnds(Schema schema) {
        Map<String, String> properties = schema.serdeProperties();
        return new TextEnds(HiveUtil.getHeaderCount(properties), HiveUtil.getFooterCount(properties));
    }

    /** Returns the same schema, but with these lines left out by its readers. */
    public static Schema withTextEnds(Schema schema, TextEnds ends) {
        Map<String, String> properties = ImmutableMap.<String, String>builder()
                .putAll(schema.serdeProperties())
                .put(HEADER_COUNT, String.valueOf(ends.headerLines()))
                .put(FOOTER_COUNT, String.valueOf(ends.footerLines()))
                .buildKeepingLast();
        return new Schema(schema.serializationLibraryName(), schema.isFullAcidTable(), properties);
    }

    /** Where the object of a split may be cut, so that every row is read with exactly one piece. */
    public enum Cutting {
        /** at every byte */
        ANYWHERE,
        /** behind the header and before the footer lines of text, which only reading it tells, and only by {@code RangeReader} */
        BETWEEN_ENDS,
        /** where the members of a gzip object begin, between those ends too, which is told and read in the same way */
        AT_MEMBERS,
        NOWHERE
    }

    /** Where rows of this split may be cut into pieces. */
    public static Cutting cutting(HiveSplit split) {
        if (split.getAcidInfo().isPresent() || split.getSchema().isFullAcidTable()) {
            return Cutting.NOWHERE;
        }
        return switch (of(split.getSchema())) {
            case COLUMNAR -> Cutting.ANYWHERE;
            // those of SequenceFiles are rows that Hive's reader counts from the ends of an object
            case BLOCKS -> textEnds(split.getSchema()).isNone() ? Cutting.ANYWHERE : Cutting.NOWHERE;
            case LINES ->
                CompressionKind.forFile(split.getPath())
                        .map(kind -> kind == CompressionKind.GZIP ? Cutting.AT_MEMBERS : Cutting.NOWHERE)
                        .orElseGet(() ->
                                textEnds(split.getSchema()).cutAnywhere() ? Cutting.ANYWHERE : Cutting.BETWEEN_ENDS);
            case OTHER -> Cutting.NOWHERE;
        };
    }
}
