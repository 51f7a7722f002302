// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.scale;

import java.util.Locale;

/** Says what tables are made of. */
enum Part {
    /** Entries of a listing without content, and an index that was filled without reading any. */
    LISTED("objects that are only listed"),
    /** Real objects, whose index was built by reading them. */
    FILES("real objects");

    private final String title;

    Part(String title) {
        this.title = title;
    }

    /** Returns the name of this part in results. */
    String key() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the title, for human readers. */
    String title() {
        return title;
    }
}
