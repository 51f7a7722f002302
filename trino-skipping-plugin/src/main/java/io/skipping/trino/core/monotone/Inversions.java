// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.monotone;

import static java.util.Objects.requireNonNull;

import io.skipping.trino.core.monotone.MonotoneCalls.Demand;
import io.trino.spi.expression.Call;
import io.trino.spi.predicate.ValueSet;
import io.trino.spi.type.TimeZoneKey;
import java.util.Optional;

/** Inverts functions of one argument that are monotone, at least on stretches. */
public final class Inversions {
    private final ZonedCalls zoned;

    /**
     * Creates the inversions for a session.
     *
     * @param sessionZone the time zone of the session, if it is known
     */
    public Inversions(Optional<TimeZoneKey> sessionZone) {
        this.zoned = new ZonedCalls(requireNonNull(sessionZone, "sessionZone is null"));
    }

    /**
     * Returns the values of an argument for which the call's result is in a set or the engine fails. They may include
     * other values; the call must not be TRUE for a NULL.
     *
     * @return empty if the call is not one of the supported functions
     */
    public Optional<Demand> invert(Call call, ValueSet results) {
        return MonotoneCalls.invert(call, results)
                .or(() -> RoundingCalls.invert(call, results))
                .or(() -> TimeCalls.invert(call, results))
                .or(() -> UtcCalls.invert(call, results))
                .or(() -> zoned.invert(call, results));
    }
}
