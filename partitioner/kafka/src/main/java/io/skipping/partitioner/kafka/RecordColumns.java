// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner.kafka;

import io.skipping.partitioner.ArrayRow;
import io.skipping.partitioner.Column;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.Configurable;

/**
 * How the columns of a model are found in a producer's records. Implementations have a public constructor without arguments and are
 * thread-safe.
 */
public interface RecordColumns extends Configurable, AutoCloseable {
    /**
     * Fills a row; what is not set is NULL.
     *
     * @param value what was given to the producer; null if there is none
     * @param serialized what its serialiser made of it; null if there is none
     * @param columns of the model, which may be another one with each call
     * @param row with all of these columns, all NULL
     * @return what could not be read, and why, for a log; nothing if all is well. Exceptions are taken for such an answer, and the
     *     whole row for NULL
     */
    Optional<String> read(Object value, byte[] serialized, List<Column> columns, ArrayRow row);

    /** @param properties all of the producer's */
    @Override
    default void configure(Map<String, ?> properties) {}

    /** Called once, when the producer is closed. */
    @Override
    default void close() {}
}
