// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.launcher;

/** Starts the command of {@code committer.jar}. */
public final class CommitterMain {
    private CommitterMain() {}

    public static void main(String[] arguments) throws Throwable {
        new Launcher("committer.jar", 17, "io.skipping.committer.command.CommitterCommand").start(arguments);
    }
}
