// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner.kafka;

import io.skipping.partitioner.ArrayRow;
import io.skipping.partitioner.Column;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.Configurable;

/**
 * Finds the columns of a model in a producer's records. Implementations have a public constructor without arguments,
 * and are thread-safe.
 */
public interface RecordColumns extends Configurable, AutoCloseable {
    /**
     * Fills a row. Values that are not set remain NULL.
     *
     * @param value the value passed to the producer; null if there is none
     * @param serialized the serialised value; null if there is none
     * @param columns the columns of the model; they may differ on each call
     * @param row has all these columns, all of them NULL
     * @return what could not be read and why, for a log; empty if everything was read. An exception counts as such a
     *     report, and the whole row as NULL
     */
    Optional<String> read(Object value, byte[] serialized, List<Column> columns, ArrayRow row);

    /**
     * Configures the instance.
     *
     * @param properties all properties of the producer
     */
    @Override
    default void configure(Map<String, ?> properties) {}

    /** Releases resources. It is called once, when the producer is closed. */
    @Override
    default void close() {}
}
