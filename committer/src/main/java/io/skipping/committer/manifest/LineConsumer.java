// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer.manifest;

import java.io.IOException;

/** Is given lines, one after the other, so that nobody needs to hold all of them. */
@FunctionalInterface
public interface LineConsumer {
    void accept(Line line) throws IOException;
}
