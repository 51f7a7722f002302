// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.overhead;

import io.skipping.testing.lake.Contender;
import io.skipping.testing.lake.Setting;
import io.skipping.testing.trino.TrinoRelease;
import java.util.List;
import java.util.stream.Stream;

/** A way to query the same table by a server of one release. */
record Server(TrinoRelease release, Setting setting) implements Contender {
    static Server plain(TrinoRelease release) {
        return new Server(release, Setting.PLAIN);
    }

    static Server skipping(TrinoRelease release) {
        return new Server(release, Setting.SKIPPING);
    }

    static List<Server> all(List<TrinoRelease> releases) {
        return releases.stream()
                .flatMap(release -> Stream.of(plain(release), skipping(release)))
                .toList();
    }

    @Override
    public String system() {
        return "%s-%s".formatted(setting.system(), release);
    }
}
