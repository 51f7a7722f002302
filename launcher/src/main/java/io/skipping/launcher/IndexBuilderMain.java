// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.launcher;

/** Starts the command of {@code index-builder.jar}. */
public final class IndexBuilderMain {
    private IndexBuilderMain() {}

    public static void main(String[] arguments) throws Throwable {
        new Launcher("index-builder.jar", 24, "io.skipping.builder.IndexBuilder").start(arguments);
    }
}
