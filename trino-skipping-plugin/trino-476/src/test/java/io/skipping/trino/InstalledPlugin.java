// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino;

import io.trino.testing.DistributedQueryRunner;

/** The plugin that tests install: the classes of this build. Tests of the folder run on a real server. */
final class InstalledPlugin {
    private InstalledPlugin() {}

    static void install(DistributedQueryRunner runner) {
        runner.installPlugin(new SkippingPlugin());
    }
}
