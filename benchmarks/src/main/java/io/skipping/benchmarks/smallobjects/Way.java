// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.smallobjects;

/** A way to process all values of all objects. */
enum Way {
    /** The default build. */
    GROUPED("skipping", "in groups"),
    /** A build with one split, and one file of summaries, for each object. */
    ONE_BY_ONE("skipping-one-by-one", "one by one"),
    /** The stock Hive connector counts the values of all columns, and makes no index. */
    SCAN("hive", "one scan, no index");

    private final String system;
    private final String title;

    Way(String system, String title) {
        this.system = system;
        this.title = title;
    }

    /** Returns the name of this way in results. */
    String system() {
        return system;
    }

    /** Returns the title, for human readers. */
    String title() {
        return title;
    }
}
