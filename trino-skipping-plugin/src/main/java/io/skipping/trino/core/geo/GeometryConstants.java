// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.geo;

import io.airlift.slice.Slice;
import io.trino.geospatial.serde.JtsGeometrySerde;
import io.trino.spi.expression.ConnectorExpression;
import io.trino.spi.expression.Constant;
import java.util.Optional;
import org.locationtech.jts.geom.Geometry;

/** Decodes geometries that a query names. How the engine represents them is known here alone. */
final class GeometryConstants {
    private GeometryConstants() {}

    /**
     * Decodes a constant; empty if it is none of this type, or cannot be decoded. The engine then evaluates the function
     * as it would without an index.
     *
     * @param type the name of the engine's type
     */
    static Optional<Geometry> geometry(ConnectorExpression expression, String type) {
        return expression instanceof Constant constant
                        && constant.getValue() instanceof Slice shape
                        && constant.getType().getDisplayName().equalsIgnoreCase(type)
                ? geometry(shape)
                : Optional.empty();
    }

    private static Optional<Geometry> geometry(Slice shape) {
        try {
            return Optional.of(JtsGeometrySerde.deserialize(shape));
        } catch (RuntimeException e) {
            return Optional.empty();
        }
    }
}
