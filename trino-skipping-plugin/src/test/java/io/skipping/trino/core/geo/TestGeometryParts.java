// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.geo;

import static org.assertj.core.api.Assertions.assertThat;

import io.airlift.slice.Slices;
import io.skipping.index.predicate.InBoxes.Box;
import io.skipping.index.type.bbox.GeometryBounds;
import java.util.List;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;
import org.locationtech.jts.io.ParseException;
import org.locationtech.jts.io.WKBWriter;
import org.locationtech.jts.io.WKTReader;
import org.testng.annotations.Test;

public class TestGeometryParts {
    /** Engines of which constants are binary must find the same. */
    @Test
    public void testPartsAreThoseOfTheIndex() {
        for (String text : List.of(
                "POINT (1 2)",
                "LINESTRING (1 2, 3 4, 5 0)",
                "POLYGON ((0 0, 9 0, 9 9, 0 9, 0 0), (1 1, 2 1, 2 2, 1 1), (8 8, 12 8, 12 12, 8 8))",
                "MULTIPOINT (1 2, 3 4)",
                "MULTILINESTRING ((1 2, 3 4), (5 6, 7 8))",
                "MULTIPOLYGON (((0 0, 1 0, 1 1, 0 0)), ((50 20, 50 40, 50 20, 50 20)))",
                "GEOMETRYCOLLECTION (POINT (1 2), MULTIPOINT (3 4, 5 6), GEOMETRYCOLLECTION (POINT (9 -9)))")) {
            Geometry geometry = geometry(text);
            assertThat(GeometryParts.of(geometry))
                    .as(text)
                    .isNotEmpty()
                    .isEqualTo(GeometryBounds.partsOfBinary(Slices.wrappedBuffer(new WKBWriter().write(geometry)))
                            .orElseThrow());
        }
    }

    @Test
    public void testWhatIsEmptyHasNoParts() {
        assertThat(GeometryParts.of(geometry("POLYGON EMPTY"))).isEmpty();
        assertThat(GeometryParts.of(geometry("MULTIPOINT ((1 2), EMPTY)"))).containsExactly(new Box(1, 1, 2, 2));
    }

    @Test
    public void testWhatIsNotFiniteHasNoParts() {
        for (double odd : new double[] {Double.NaN, Double.POSITIVE_INFINITY}) {
            assertThat(GeometryParts.of(new GeometryFactory().createPoint(new Coordinate(1, odd))))
                    .isEmpty();
        }
    }

    private static Geometry geometry(String text) {
        try {
            return new WKTReader().read(text);
        } catch (ParseException e) {
            throw new IllegalArgumentException(e);
        }
    }
}
