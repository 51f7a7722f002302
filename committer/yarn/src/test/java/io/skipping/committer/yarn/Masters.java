// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer.yarn;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

/** Application masters: processes that node managers of this one have started. */
final class Masters {
    private Masters() {}

    /** As {@code kill -9} does, and waits until it is gone. */
    static void kill() {
        List<ProcessHandle> masters = ProcessHandle.current()
                .descendants()
                .filter(process -> process.info().command().orElse("").endsWith("java"))
                .filter(process -> process.info().commandLine().orElse("").contains("MRAppMaster"))
                .toList();
        assertThat(masters).as("application masters").hasSize(1);
        for (ProcessHandle master : masters) {
            master.destroyForcibly();
            master.onExit().join();
        }
    }
}
