// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner.kafka;

import io.skipping.partitioner.ModelFormatException;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Locale;
import java.util.Optional;
import org.apache.kafka.common.config.ConfigException;

/** Reads the file of a model. Not thread-safe. */
interface ModelSource {
    /**
     * Returns the file's content; empty if it is certainly the same as last time.
     *
     * @throws IOException if it cannot be read; the message says what is wrong, not where
     * @throws ModelFormatException if it is no text that a model could be
     */
    Optional<String> read() throws IOException;

    /** Reads the content again next time, even if it seems to be the same: what was read last is no model. */
    void forget();

    /** Returns the source's name for messages, without secrets. */
    String name();

    /**
     * Returns the source for a location.
     *
     * @param location a path, or a URI with {@code file}, {@code http} or {@code https}
     * @throws ConfigException for any other location
     */
    static ModelSource of(String location) {
        try {
            // a single letter is a drive
            String scheme = location.matches("[A-Za-z][A-Za-z0-9+.-]+:.*")
                    ? location.substring(0, location.indexOf(':')).toLowerCase(Locale.ROOT)
                    : "";
            return switch (scheme) {
                case "" -> new FileSource(Path.of(location), Clock.systemUTC());
                case "file" -> new FileSource(Path.of(new URI(location)), Clock.systemUTC());
                case "http", "https" -> new HttpSource(new URI(location));
                default ->
                    throw new ConfigException("%s must be a path, or a URI with file, http or https: %s is not known"
                            .formatted(LayoutPartitionerConfig.MODEL, scheme));
            };
        } catch (URISyntaxException e) {
            // the exception's message would repeat the whole location
            throw new ConfigException("%s is no URI: %s".formatted(LayoutPartitionerConfig.MODEL, e.getReason()));
        } catch (IllegalArgumentException e) {
            throw new ConfigException("%s is no file: %s".formatted(LayoutPartitionerConfig.MODEL, e.getMessage()));
        }
    }
}
