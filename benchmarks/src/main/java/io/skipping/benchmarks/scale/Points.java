// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.scale;

import io.skipping.benchmarks.measure.Quartiles;
import io.skipping.benchmarks.measure.Rounds;
import io.skipping.testing.console.Quantity;
import io.skipping.testing.console.Steps;
import io.skipping.testing.lake.Run;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;

/** Collects the measurements of one table. */
final class Points {
    private final Part part;
    private final int objects;
    private final Steps steps;
    private final List<Point> all = new ArrayList<>();

    Points(Part part, int objects, Steps steps) {
        this.part = part;
        this.objects = objects;
        this.steps = steps;
    }

    void seconds(String what, String system, DoubleStream seconds) {
        put(what, system, "seconds", Quartiles.of(seconds), "s");
    }

    void bytes(String what, String system, double bytes) {
        put(what, system, "bytes", Quartiles.ofOne(bytes), "B");
    }

    /** Adds the time of an operation on all objects, and its rate. */
    void rate(String what, String system, double seconds) {
        seconds(what, system, DoubleStream.of(seconds));
        put(what, system, "rate", Quartiles.ofOne(objects / seconds), "1/s");
    }

    void runs(String what, Rounds<Query.Named> rounds) {
        for (Query.Named system : rounds.systems()) {
            put(what, system.system(), "seconds", rounds.of(system, Run::seconds), "s");
            put(what, system.system(), "requests", rounds.of(system, Run::requests), "count");
        }
    }

    private void put(String what, String system, String metric, Quartiles value, String unit) {
        all.add(new Point(part, objects, what, system, metric, value, unit));
        if (!metric.equals("requests") && !metric.equals("rate")) {
            steps.note("%-8s %-10s %s"
                    .formatted(
                            what,
                            system,
                            unit.equals("B")
                                    ? Quantity.bytes(Math.round(value.median()))
                                    : "%.4f s".formatted(value.median())));
        }
    }

    List<Point> all() {
        return List.copyOf(all);
    }
}
