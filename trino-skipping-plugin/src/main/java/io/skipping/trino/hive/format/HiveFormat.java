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

/** Describes the structure of an object's bytes, as far as it matters to cutting and reading ranges. */
public enum HiveFormat {
    /** lines of text: a row starts after a line end and belongs to the range that contains that line end */
    LINES,
    /** blocks after a header, found by synchronisation markers: Avro, RCFile, SequenceFile */
    BLOCKS,
    /** row groups or stripes that a footer lists: Parquet, ORC */
    COLUMNAR,
    /** a format with unknown rules */
    OTHER;

    /** Returns the format of the objects of a table or partition. */
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

    /** Returns whether the objects of a table or partition are RCFiles, whose blocks are row groups. */
    public static boolean isRcFile(Schema schema) {
        return switch (schema.serializationLibraryName()) {
            case HiveClassNames.COLUMNAR_SERDE_CLASS, HiveClassNames.LAZY_BINARY_COLUMNAR_SERDE_CLASS -> true;
            default -> false;
        };
    }

    /** Returns the numbers of header and footer lines in the objects of a table or partition. */
    public static TextEnds textEnds(Schema schema) {
        Map<String, String> properties = schema.serdeProperties();
        return new TextEnds(HiveUtil.getHeaderCount(properties), HiveUtil.getFooterCount(properties));
    }

    /** Returns a copy of the schema in which the readers skip these header and footer lines. */
    public static Schema withTextEnds(Schema schema, TextEnds ends) {
        Map<String, String> properties = ImmutableMap.<String, String>builder()
                .putAll(schema.serdeProperties())
                .put(HEADER_COUNT, String.valueOf(ends.headerLines()))
                .put(FOOTER_COUNT, String.valueOf(ends.footerLines()))
                .buildKeepingLast();
        return new Schema(schema.serializationLibraryName(), schema.isFullAcidTable(), properties);
    }

    /** Defines where the object of a split may be cut so that every row is read with exactly one piece. */
    public enum Cutting {
        /** at every byte */
        ANYWHERE,
        /**
         * after the header lines and before the footer lines of text, which are found only by reading the object, and
         * only by {@code RangeReader}
         */
        BETWEEN_ENDS,
        /** at the starts of gzip members, also between header and footer lines; found and read in the same way */
        AT_MEMBERS,
        NOWHERE
    }

    /** Returns where the object of this split may be cut into pieces. */
    public static Cutting cutting(HiveSplit split) {
        if (split.getAcidInfo().isPresent() || split.getSchema().isFullAcidTable()) {
            return Cutting.NOWHERE;
        }
        return switch (of(split.getSchema())) {
            case COLUMNAR -> Cutting.ANYWHERE;
            // header and footer lines of a SequenceFile are rows that Hive's reader counts from the ends of the object
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
