// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.trips;

import io.skipping.testing.meters.sink.ObjectSink;
import java.io.IOException;
import java.util.List;

/**
 * Generates tables of taxi trips of a year: typed text, blanks, quotes, free text and JSON, as people have them who
 * made nothing ready for an index.
 */
public final class Trips {
    private Trips() {}

    /** Returns the identifier of a trip, to be asked for. */
    public static String id(TripOptions options, int object, int row) {
        return new TripModel(options).trips(object).get(row).id();
    }

    /** Writes the objects {@code trips-<number>.<extension>}. */
    public static void generate(TripOptions options, TripFormat format, ObjectSink sink) throws IOException {
        TripModel model = new TripModel(options);
        for (int object = 0; object < options.objects(); object++) {
            List<Trip> trips = model.trips(object);
            sink.write("trips-%05d%s".formatted(object, format.extension()), out -> format.write(trips, out));
        }
    }
}
