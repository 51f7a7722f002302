// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner.kafka;

import io.skipping.partitioner.LayoutModel;
import io.skipping.partitioner.ModelFormatException;
import io.skipping.partitioner.ModelJson;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import org.apache.kafka.common.config.ConfigException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Holds the last valid model read from a source. */
final class CurrentModel {
    private static final Logger LOG = LoggerFactory.getLogger(CurrentModel.class);

    private final ModelSource source;
    private final LongAdder loads = new LongAdder();
    private final LongAdder failures = new LongAdder();
    /** The content of the last file that was read, valid or not. */
    private String content;
    /** Tells whether that content is a valid model. */
    private boolean isValid;
    /** Holds the reason why the last read failed; empty if it succeeded. */
    private Optional<String> trouble = Optional.empty();

    private volatile LayoutModel model;

    /**
     * Reads the first model.
     *
     * @throws ConfigException if there is no valid model
     */
    CurrentModel(ModelSource source) {
        this.source = source;
        try {
            content = source.read().orElseThrow();
            model = ModelJson.read(content);
            isValid = true;
        } catch (IOException | ModelFormatException e) {
            ConfigException failure =
                    new ConfigException("Model %s can't be read: %s".formatted(source.name(), e.getMessage()));
            failure.initCause(e);
            throw failure;
        }
        loads.increment();
    }

    LayoutModel model() {
        return model;
    }

    /** Reads the file again, and uses its model if the file has changed and is valid. Never throws. */
    synchronized void refresh() {
        try {
            Optional<String> read = source.read();
            trouble = Optional.empty();
            if (read.isPresent() && !read.get().equals(content)) {
                isValid = take(read.get());
                content = read.get();
            }
            if (!isValid) {
                // it may have been damaged on its way, also if it arrives like this more than once
                source.forget();
            }
        } catch (Throwable e) {
            // an error of one file, such as memory that it lacks, must not be the end of the periodic task, nor that
            // of this file: it may have been read and not taken
            source.forget();
            failures.increment();
            Optional<String> reason = Optional.of(e.toString());
            if (!trouble.equals(reason)) {
                LOG.warn("Model {} can't be read, and the one before stays in use: {}", source.name(), e.getMessage());
            }
            trouble = reason;
        }
    }

    /** Puts a model to use. Returns false, and logs why, if it is none. */
    private boolean take(String json) {
        try {
            LayoutModel read = ModelJson.read(json);
            model = read;
            loads.increment();
            LOG.info("A newer model of {} partitions is in use: {}", read.partitions(), source.name());
            return true;
        } catch (ModelFormatException e) {
            failures.increment();
            LOG.warn("{} is broken, and the model before stays in use: {}", source.name(), e.getMessage());
            return false;
        }
    }

    /** Returns the number of models that were put to use. */
    long loads() {
        return loads.sum();
    }

    /** Returns how often the file could not be read or was not a model. */
    long failures() {
        return failures.sum();
    }
}
