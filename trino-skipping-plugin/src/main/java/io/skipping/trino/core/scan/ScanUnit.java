// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.scan;

import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableList;
import io.skipping.index.ByteRange;
import io.skipping.index.snapshot.ObjectVerdict;
import io.skipping.trino.core.filter.RowPromise;
import io.trino.spi.connector.ConnectorSplit;
import java.util.List;
import java.util.Optional;

/**
 * Describes a unit of work of a scan: a part of an object, with what the stages have found out so far.
 *
 * @param split the engine's split
 * @param range the bytes of the object to read
 * @param isPiece whether a stage has cut the split, so that {@code range} is not all of it
 * @param verdict what the index, and then a limit, says of the whole object
 * @param guarantees rows of the object that make others unnecessary, in order
 * @param promise those of these rows that the reader of this unit checks
 */
public record ScanUnit(
        ConnectorSplit split,
        ScannedObject object,
        ByteRange range,
        boolean isPiece,
        ObjectVerdict verdict,
        List<Guarantee> guarantees,
        Optional<RowPromise> promise) {
    public ScanUnit {
        requireNonNull(split, "split is null");
        requireNonNull(object, "object is null");
        requireNonNull(range, "range is null");
        requireNonNull(verdict, "verdict is null");
        guarantees = ImmutableList.copyOf(guarantees);
        requireNonNull(promise, "promise is null");
    }

    /** Returns a whole split, about which nothing is known yet. */
    public static ScanUnit of(ConnectorSplit split, ScannedObject object, ByteRange range) {
        return new ScanUnit(split, object, range, false, ObjectVerdict.UNINDEXED, List.of(), Optional.empty());
    }

    /** Returns whether the object begins here, so that it is counted once. */
    boolean isFirstOfObject() {
        return range.start() == 0;
    }

    /** Returns whether the object ends here. */
    boolean isLastOfObject() {
        return range.end() >= object.version().size();
    }

    /** Returns whether the range is the whole object. */
    boolean isWholeObject() {
        return range.start() == 0 && range.length() == object.version().size();
    }

    ScanUnit with(ObjectVerdict newVerdict, List<Guarantee> newGuarantees) {
        return new ScanUnit(split, object, range, isPiece, newVerdict, newGuarantees, promise);
    }

    ScanUnit with(Optional<RowPromise> newPromise) {
        return new ScanUnit(split, object, range, isPiece, verdict, guarantees, newPromise);
    }

    ScanUnit piece(ByteRange part, Optional<RowPromise> newPromise) {
        return new ScanUnit(split, object, part, true, verdict, guarantees, newPromise);
    }
}
