// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.launcher;

/** Starts the command of {@code partitioner.jar}. */
public final class PartitionerMain {
    private PartitionerMain() {}

    public static void main(String[] arguments) throws Throwable {
        new Launcher("partitioner.jar", 17, "io.skipping.partitioner.command.PartitionerCommand").start(arguments);
    }
}
