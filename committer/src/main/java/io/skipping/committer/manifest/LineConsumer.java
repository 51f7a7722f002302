// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer.manifest;

import java.io.IOException;

/** Receives lines one by one, so that they need not all be in memory. */
@FunctionalInterface
public interface LineConsumer {
    /** Receives the next line. */
    void accept(Line line) throws IOException;
}
