// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino;

import io.trino.plugin.iceberg.IcebergTableHandle;
import io.trino.plugin.iceberg.TableType;
import io.trino.spi.predicate.TupleDomain;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;

/** Makes handles of stock Iceberg. */
final class IcebergHandles {
    private IcebergHandles() {}

    static IcebergTableHandle table() {
        return new IcebergTableHandle(
                "grid",
                "meters",
                TableType.DATA,
                OptionalLong.empty(),
                "{}",
                OptionalInt.empty(),
                // for a test that sets the id of the spec
                Map.of(7, "{}"),
                2,
                TupleDomain.all(),
                TupleDomain.all(),
                OptionalLong.empty(),
                Set.of(),
                Optional.empty(),
                "s3://bucket/meters",
                Map.of(),
                Optional.empty(),
                false,
                Optional.empty(),
                Set.of(),
                Optional.empty());
    }
}
