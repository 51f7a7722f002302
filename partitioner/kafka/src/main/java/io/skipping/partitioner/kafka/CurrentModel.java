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

/** The last good model that was found at a place. */
final class CurrentModel {
    private static final Logger LOG = LoggerFactory.getLogger(CurrentModel.class);

    private final ModelSource source;
    private final LongAdder loads = new LongAdder();
    private final LongAdder failures = new LongAdder();
    /** Of the last file that was read, good or not. */
    private String content;
    /** Why the file could not be read the last time, or nothing if it could. */
    private Optional<String> trouble = Optional.empty();

    private volatile LayoutModel model;

    /** @throws ConfigException if there is no model to begin with */
    CurrentModel(ModelSource source) {
        this.source = source;
        try {
            content = source.read().orElseThrow();
            model = ModelJson.read(content);
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

    /** Takes the file as it is now, if it is another one and a model. Never fails. */
    synchronized void refresh() {
        try {
            Optional<String> read = source.read();
            trouble = Optional.empty();
            if (read.isPresent() && !read.get().equals(content)) {
                content = read.get();
                take(content);
            }
        } catch (IOException | RuntimeException e) {
            failures.increment();
            Optional<String> reason = Optional.of(e.toString());
            if (!trouble.equals(reason)) {
                LOG.warn("Model {} can't be read, and the one before stays in use: {}", source.name(), e.getMessage());
            }
            trouble = reason;
        }
    }

    private void take(String json) {
        try {
            LayoutModel read = ModelJson.read(json);
            model = read;
            loads.increment();
            LOG.info("A newer model of {} partitions is in use: {}", read.partitions(), source.name());
        } catch (ModelFormatException e) {
            failures.increment();
            LOG.warn("{} is broken, and the model before stays in use: {}", source.name(), e.getMessage());
        }
    }

    /** How many models were taken. */
    long loads() {
        return loads.sum();
    }

    /** How often the file could not be read, or was not a model. */
    long failures() {
        return failures.sum();
    }
}
