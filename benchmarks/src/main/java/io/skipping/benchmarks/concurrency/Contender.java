// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.concurrency;

import io.skipping.testing.lake.Setting;

/** A way to write to a table and to read it at the same time. */
enum Contender implements io.skipping.testing.lake.Contender {
    HIVE(Setting.PLAIN, "file-v2"),
    OFF(Setting.OFF, "attempt-naming"),
    SKIPPING(Setting.SKIPPING, "attempt-naming");

    private final Setting setting;
    private final String committer;

    Contender(Setting setting, String committer) {
        this.setting = setting;
        this.committer = committer;
    }

    @Override
    public String system() {
        return setting.system();
    }

    /** Returns how clients read. */
    Setting setting() {
        return setting;
    }

    /** Returns the committer of its jobs, by the name that results of committers use. */
    String committer() {
        return committer;
    }

    /** Returns whether this is this project's own way, from which no error and no wrong result is accepted. */
    boolean ours() {
        return this != HIVE;
    }
}
