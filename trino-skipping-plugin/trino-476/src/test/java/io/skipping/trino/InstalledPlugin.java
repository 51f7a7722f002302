// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino;

import io.trino.testing.DistributedQueryRunner;
import java.nio.file.Path;

/** The plugin that tests install: the classes of this build. Tests of the folder run on a real server. */
final class InstalledPlugin {
    private InstalledPlugin() {}

    /** @param drivers jars that a user has put into the folder; tests have their classes, too */
    static void install(DistributedQueryRunner runner, Path... drivers) {
        runner.installPlugin(new SkippingPlugin());
    }
}
