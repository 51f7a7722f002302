// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer.manifest;

import java.io.IOException;
import java.util.List;

/** Provides lines, any number of times, in the same order. */
@FunctionalInterface
public interface LineSource {
    /** Passes all lines to the consumer. */
    void forEach(LineConsumer consumer) throws IOException;

    /** Returns a source of these lines, which are copied. */
    static LineSource of(List<? extends Line> lines) {
        List<Line> copy = List.copyOf(lines);
        return consumer -> {
            for (Line line : copy) {
                consumer.accept(line);
            }
        };
    }

    /** Returns a source of these lines followed by others. */
    default LineSource then(LineSource others) {
        return consumer -> {
            forEach(consumer);
            others.forEach(consumer);
        };
    }
}
