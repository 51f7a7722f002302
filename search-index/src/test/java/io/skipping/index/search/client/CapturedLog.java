// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.search.client;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** What is logged under a name, until closed. */
final class CapturedLog implements AutoCloseable {
    // a field, since the logging system forgets loggers that nobody holds
    private final Logger logger;
    private final List<LogRecord> records = new CopyOnWriteArrayList<>();
    private final Handler handler = new Handler() {
        @Override
        public void publish(LogRecord record) {
            records.add(record);
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    CapturedLog(Class<?> type) {
        this(type.getName());
    }

    CapturedLog(String name) {
        logger = Logger.getLogger(name);
        logger.addHandler(handler);
    }

    List<String> messages(String level) {
        return records.stream()
                .filter(record -> record.getLevel().getName().equals(level))
                .map(LogRecord::getMessage)
                .toList();
    }

    @Override
    public void close() {
        logger.removeHandler(handler);
    }
}
