// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer.yarn;

import static java.util.Comparator.comparing;

/** Application masters: processes that node managers of this one have started. */
final class Masters {
    private Masters() {}

    /**
     * The one that was started last, as {@code kill -9} does; waits until it is gone. That of the job before may still be
     * about to end.
     */
    static void kill() {
        ProcessHandle master = ProcessHandle.current()
                .descendants()
                .filter(process -> process.info().command().orElse("").endsWith("java"))
                .filter(process -> process.info().commandLine().orElse("").contains("MRAppMaster"))
                .max(comparing(process -> process.info().startInstant().orElseThrow()))
                .orElseThrow();
        master.destroyForcibly();
        master.onExit().join();
    }
}
