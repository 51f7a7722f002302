// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.concurrency;

import io.skipping.benchmarks.measure.Quartiles;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;

/**
 * Holds all windows of a contender with one number of clients.
 *
 * @param windows one window for each round
 */
record Cell(Contender contender, int clients, List<Window> windows) {
    Quartiles of(ToDoubleFunction<Window> metric) {
        return Quartiles.of(windows.stream().mapToDouble(metric));
    }

    int sum(ToIntFunction<Window> metric) {
        return windows.stream().mapToInt(metric).sum();
    }

    boolean right() {
        return sum(Window::errors) == 0 && sum(Window::wrong) == 0;
    }

    /** Returns the name of this cell in results. */
    String name() {
        return "clients=" + clients;
    }
}
