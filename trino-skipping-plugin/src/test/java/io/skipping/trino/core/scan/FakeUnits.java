// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.scan;

import io.skipping.index.ByteRange;
import io.skipping.index.LiveObject;
import io.skipping.index.ObjectVersion;
import io.skipping.index.Profile;
import io.skipping.index.predicate.Predicate;
import io.trino.spi.connector.ConnectorSplit;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;

/** Makes units of a scan without a connector. */
final class FakeUnits {
    private static final Profile PROFILE = Profile.of("test", Map.of(), Set.of());

    private FakeUnits() {}

    private record Split() implements ConnectorSplit {}

    private record Listed(LiveObject live, Predicate predicate, boolean isReadInFull) implements ScannedObject {
        @Override
        public ObjectVersion version() {
            return live.version();
        }

        @Override
        public Map<String, String> partitionKeys() {
            return Map.of();
        }

        @Override
        public boolean isOrderStored() {
            return true;
        }

        @Override
        public long mergeDistance() {
            return 0;
        }

        @Override
        public Cutting cutting() {
            return Cutting.ANYWHERE;
        }
    }

    /** Returns a whole object of ten bytes. */
    static ScanUnit unit(String path, long modifiedMillis, long tag, Predicate predicate, boolean readInFull) {
        LiveObject live = new LiveObject(new ObjectVersion(path, 10, modifiedMillis, OptionalLong.of(tag)), PROFILE);
        return ScanUnit.of(new Split(), new Listed(live, predicate, readInFull), new ByteRange(0, 10));
    }

    /** Returns the first half of such an object. */
    static ScanUnit firstHalf(ScanUnit unit) {
        return ScanUnit.of(unit.split(), unit.object(), new ByteRange(0, 5));
    }

    /** Returns the second half of such an object. */
    static ScanUnit secondHalf(ScanUnit unit) {
        return ScanUnit.of(unit.split(), unit.object(), new ByteRange(5, 5));
    }
}
