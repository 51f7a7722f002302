// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.concurrency;

import io.skipping.benchmarks.measure.Aim;
import io.skipping.benchmarks.measure.Quartiles;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Derives the aims: no errors, no wrong results, and at least the throughput of every other contender. */
final class Aims {
    private Aims() {}

    /**
     * Returns the aims.
     *
     * @param cells the cells of all contenders, for each number of clients
     */
    static List<Aim> of(List<Cell> cells) {
        List<Aim> aims = new ArrayList<>();
        for (Cell cell : cells) {
            if (!cell.contender().ours()) {
                continue;
            }
            String name = "%s, %s: ".formatted(cell.contender().system(), cell.name());
            aims.add(Aim.ratio(name + "errors", 0, Quartiles.ofOne(cell.sum(Window::errors))));
            aims.add(Aim.ratio(name + "wrong results", 0, Quartiles.ofOne(cell.sum(Window::wrong))));
            if (cell.contender() == Contender.SKIPPING) {
                cells.stream()
                        .filter(other -> other.clients() == cell.clients() && other != cell)
                        .forEach(other -> aims.add(Aim.ratio(
                                "%sthroughput of %s by its own"
                                        .formatted(name, other.contender().system()),
                                1,
                                ratio(other, cell))));
            }
        }
        return aims;
    }

    /** Returns the ratios of the throughputs, round by round: what slows down a whole round cancels out. */
    private static Quartiles ratio(Cell other, Cell cell) {
        return Quartiles.of(IntStream.range(0, cell.windows().size())
                .mapToDouble(round -> other.windows().get(round).queriesPerSecond()
                        / cell.windows().get(round).queriesPerSecond()));
    }
}
