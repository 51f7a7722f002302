// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.overhead;

import io.skipping.testing.lake.Contender;
import io.skipping.testing.lake.Setting;
import io.skipping.testing.trino.TrinoRelease;
import java.util.List;

/** A way to query the same table by a server of one release. */
record ReleaseSetting(TrinoRelease release, Setting setting) implements Contender {
    static ReleaseSetting plain(TrinoRelease release) {
        return new ReleaseSetting(release, Setting.PLAIN);
    }

    static ReleaseSetting skipping(TrinoRelease release) {
        return new ReleaseSetting(release, Setting.SKIPPING);
    }

    /** Returns both settings of each release. */
    static List<List<ReleaseSetting>> all(List<TrinoRelease> releases) {
        return releases.stream()
                .map(release -> List.of(plain(release), skipping(release)))
                .toList();
    }

    @Override
    public String system() {
        return "%s-%s".formatted(setting.system(), release);
    }
}
