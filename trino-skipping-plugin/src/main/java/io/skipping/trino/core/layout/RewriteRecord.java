// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.layout;

import static java.util.Objects.requireNonNull;
import static java.util.Objects.requireNonNullElse;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.google.common.collect.ImmutableList;
import io.skipping.index.ObjectVersion;
import io.trino.spi.connector.SchemaTableName;
import java.util.List;
import java.util.Optional;

/**
 * Records the state of a rewrite.
 *
 * @param partition name of the Hive partition that is rewritten; empty for an unpartitioned table
 * @param stagingPartition name that Trino gives to this partition in the staging table, as month=1 for month=01; absent from
 *     records of earlier releases, which rewrote a partition only if both are the same
 * @param oldLocation location of the table or partition before the rewrite
 * @param newLocation location of the table or partition after the rewrite
 * @param begunMillis start time by the coordinator's clock, in milliseconds since the epoch
 * @param swappedMillis time at which the location was changed; 0 before that
 * @param managed whether the old objects are deleted together with the rewrite
 * @param objects the old objects
 */
public record RewriteRecord(
        String format,
        int version,
        String schema,
        String table,
        Optional<String> partition,
        Optional<String> stagingPartition,
        String oldLocation,
        String newLocation,
        long begunMillis,
        long swappedMillis,
        boolean managed,
        List<RecordedObject> objects) {
    public static final String FORMAT = "trino-skipping-rewrite";
    public static final int VERSION = 1;

    @JsonCreator
    public RewriteRecord(
            @JsonProperty("format") String format,
            @JsonProperty("version") int version,
            @JsonProperty("schema") String schema,
            @JsonProperty("table") String table,
            @JsonProperty("partition") Optional<String> partition,
            @JsonProperty("stagingPartition") Optional<String> stagingPartition,
            @JsonProperty("oldLocation") String oldLocation,
            @JsonProperty("newLocation") String newLocation,
            @JsonProperty("begunMillis") long begunMillis,
            @JsonProperty("swappedMillis") long swappedMillis,
            @JsonProperty("managed") boolean managed,
            @JsonProperty("objects") List<RecordedObject> objects) {
        if (!FORMAT.equals(format) || version != VERSION) {
            throw new IllegalArgumentException(
                    "Not a record of a rewrite that this release knows: %s, version %s".formatted(format, version));
        }
        this.format = format;
        this.version = version;
        this.schema = requireNonNull(schema, "schema is null");
        this.table = requireNonNull(table, "table is null");
        this.partition = requireNonNull(partition, "partition is null");
        this.stagingPartition =
                requireNonNullElse(stagingPartition, Optional.<String>empty()).or(() -> partition);
        this.oldLocation = requireNonNull(oldLocation, "oldLocation is null");
        this.newLocation = requireNonNull(newLocation, "newLocation is null");
        this.begunMillis = begunMillis;
        this.swappedMillis = swappedMillis;
        this.managed = managed;
        this.objects = ImmutableList.copyOf(objects);
    }

    /** Describes an object as it was listed. */
    public record RecordedObject(
            @JsonProperty("path") String path,
            @JsonProperty("size") long size,
            @JsonProperty("modifiedMillis") long modifiedMillis) {
        public static RecordedObject of(ObjectVersion object) {
            return new RecordedObject(object.path(), object.size(), object.modifiedMillis());
        }
    }

    public RewriteRecord swappedAt(long millis) {
        return new RewriteRecord(
                format,
                version,
                schema,
                table,
                partition,
                stagingPartition,
                oldLocation,
                newLocation,
                begunMillis,
                millis,
                managed,
                objects);
    }

    public SchemaTableName name() {
        return new SchemaTableName(schema, table);
    }
}
