// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.layers;

import java.time.Duration;
import java.time.Instant;
import org.testng.IClassListener;
import org.testng.ITestClass;

/**
 * Prints how long each class of tests took, when it has ended. Surefire itself prints this only once for a module whose classes run in
 * one process. TestNG finds this listener by its name in {@code META-INF/services}.
 */
public final class ClassProgress implements IClassListener {
    private Instant began = Instant.now();

    @Override
    public void onBeforeClass(ITestClass testClass) {
        began = Instant.now();
    }

    @Override
    public void onAfterClass(ITestClass testClass) {
        // at once: servers pass on each piece that is printed as a line of its own
        System.out.println("%s: %.1f s"
                .formatted(
                        testClass.getName(),
                        Duration.between(began, Instant.now()).toMillis() / 1000.0));
    }
}
