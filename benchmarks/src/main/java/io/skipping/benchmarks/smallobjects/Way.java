// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.smallobjects;

/** What is done with all values of all objects. */
enum Way {
    /** A build as it is by default. */
    GROUPED("skipping", "in groups"),
    /** A build with one split, and one file of summaries, for each object. */
    ONE_BY_ONE("skipping-one-by-one", "one by one"),
    /** The stock Hive connector counts the values of all columns, and no index is made. */
    SCAN("hive", "one scan, no index");

    private final String system;
    private final String title;

    Way(String system, String title) {
        this.system = system;
        this.title = title;
    }

    /** In results. */
    String system() {
        return system;
    }

    /** For people. */
    String title() {
        return title;
    }
}
