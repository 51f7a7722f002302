// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type.bbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import com.esri.core.geometry.Envelope;
import com.esri.core.geometry.GeometryCursor;
import com.esri.core.geometry.ogc.OGCGeometry;
import com.google.common.base.VerifyException;
import io.airlift.slice.Slice;
import io.airlift.slice.Slices;
import io.skipping.index.predicate.InBoxes.Box;
import io.trino.geospatial.serde.GeometrySerde;
import io.trino.geospatial.serde.JtsGeometrySerde;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Function;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryCollection;
import org.locationtech.jts.geom.Polygon;
import org.locationtech.jts.io.ParseException;
import org.locationtech.jts.io.WKBReader;
import org.locationtech.jts.io.WKTReader;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/**
 * Compares with what Trino's functions read: ST_GeometryFromText by Esri's library, ST_GeomFromBinary by JTS; and with JTS for text
 * and Esri's library for binary, since another engine or release may use these. Functions hand a geometry to each other as {@link
 * GeometrySerde} and {@link JtsGeometrySerde} write it, and ask for its envelope or for the geometry in one of both libraries.
 */
public class TestGeometryBounds {
    private static final int ROUNDS = 20_000;
    private static final Box BOX = new Box(1, 3, -4, 2);

    /** A way in which someone reads a geometry, and hands it on; throws if it cannot. */
    private interface Reading {
        Slice read(Slice value) throws ParseException;
    }

    private static final List<Reading> OF_TEXT = List.of(
            text -> GeometrySerde.serialize(esri(OGCGeometry.fromText(text.toStringUtf8()))),
            text -> JtsGeometrySerde.serialize(new WKTReader().read(text.toStringUtf8())));

    private static final List<Reading> OF_BINARY = List.of(
            bytes -> JtsGeometrySerde.serialize(new WKBReader().read(bytes.getBytes())),
            bytes -> GeometrySerde.serialize(esri(OGCGeometry.fromBinary(ByteBuffer.wrap(bytes.getBytes())))));

    private static OGCGeometry esri(OGCGeometry geometry) {
        geometry.setSpatialReference(null);
        return geometry;
    }

    private static Geometry ofText(Slice text) throws ParseException {
        return new WKTReader().read(text.toStringUtf8());
    }

    private static Geometry ofBinary(Slice bytes) throws ParseException {
        return new WKBReader().read(bytes.getBytes());
    }

    /** All ways in which a function may see a geometry that is handed to it; NULL if it is empty. */
    private static final List<Function<Slice, Box>> VIEWS = List.of(
            serialized -> box(GeometrySerde.deserializeEnvelope(serialized)),
            serialized -> box(GeometrySerde.deserialize(serialized)),
            serialized -> box(JtsGeometrySerde.deserialize(serialized)));

    private static Box box(OGCGeometry geometry) {
        Envelope envelope = new Envelope();
        GeometryCursor parts = geometry.getEsriGeometryCursor();
        for (com.esri.core.geometry.Geometry part = parts.next(); part != null; part = parts.next()) {
            Envelope ofPart = new Envelope();
            part.queryEnvelope(ofPart);
            envelope.merge(ofPart);
        }
        return box(envelope);
    }

    private static Box box(Envelope envelope) {
        return envelope.isEmpty()
                ? null
                : new Box(envelope.getXMin(), envelope.getXMax(), envelope.getYMin(), envelope.getYMax());
    }

    private static Box box(Geometry geometry) {
        org.locationtech.jts.geom.Envelope envelope = geometry.getEnvelopeInternal();
        return envelope.isNull()
                ? null
                : new Box(envelope.getMinX(), envelope.getMaxX(), envelope.getMinY(), envelope.getMaxY());
    }

    private static boolean holds(Box box, Box other) {
        return box.minX() <= other.minX()
                && other.maxX() <= box.maxX()
                && box.minY() <= other.minY()
                && other.maxY() <= box.maxY();
    }

    /** Zeros of both signs are equal. */
    private static boolean equal(Box left, Box right) {
        return left.minX() == right.minX()
                && left.maxX() == right.maxX()
                && left.minY() == right.minY()
                && left.maxY() == right.maxY();
    }

    @Test
    public void testAllReadersAgreeOnTextThatIsAccepted() {
        Random random = new Random(23);
        RandomGeometries geometries = new RandomGeometries(random);
        int mutantsAccepted = 0;
        for (int round = 0; round < ROUNDS; round++) {
            String text = geometries.text();
            assertThat(check(Slices.utf8Slice(text), GeometryBounds::ofText, OF_TEXT, TestGeometryBounds::ofText))
                    .as(text)
                    .isTrue();
            String mutant = geometries.mutant(text);
            mutantsAccepted +=
                    check(Slices.utf8Slice(mutant), GeometryBounds::ofText, OF_TEXT, TestGeometryBounds::ofText)
                            ? 1
                            : 0;
        }
        assertThat(mutantsAccepted).as("mutants that are geometries again").isBetween(ROUNDS / 20, ROUNDS / 2);
    }

    @Test
    public void testAllReadersAgreeOnBinaryThatIsAccepted() {
        Random random = new Random(29);
        RandomGeometries geometries = new RandomGeometries(random);
        int mutantsAccepted = 0;
        for (int round = 0; round < ROUNDS; round++) {
            byte[] bytes = geometries.binary();
            assertThat(check(
                            Slices.wrappedBuffer(bytes),
                            GeometryBounds::ofBinary,
                            OF_BINARY,
                            TestGeometryBounds::ofBinary))
                    .isTrue();
            byte[] mutant = geometries.mutant(bytes);
            mutantsAccepted += check(
                            Slices.wrappedBuffer(mutant),
                            GeometryBounds::ofBinary,
                            OF_BINARY,
                            TestGeometryBounds::ofBinary)
                    ? 1
                    : 0;
        }
        assertThat(mutantsAccepted).as("mutants that are geometries again").isBetween(ROUNDS / 20, ROUNDS / 2);
    }

    private interface Bounds {
        Optional<Box> of(Slice value);
    }

    private interface Parsing {
        Geometry parse(Slice value) throws ParseException;
    }

    /**
     * Returns whether it is accepted; if so, all readers must be able to read it, and see nothing outside of its box. If it is valid,
     * they must see what is in the whole box.
     */
    private static boolean check(Slice value, Bounds bounds, List<Reading> readings, Parsing parsing) {
        Box box = bounds.of(value).orElse(null);
        if (box == null) {
            return false;
        }
        try {
            boolean isValid = isValid(parsing.parse(value));
            for (Reading reading : readings) {
                Slice serialized = reading.read(value);
                for (Function<Slice, Box> view : VIEWS) {
                    Optional<Box> seen = seen(view, serialized, isValid);
                    assertThat(seen.isEmpty() ? !isValid : isValid ? equal(box, seen.get()) : holds(box, seen.get()))
                            .as(
                                    "%s is seen in %s of reader %s, view %s",
                                    seen, box, readings.indexOf(reading), VIEWS.indexOf(view))
                            .isTrue();
                }
            }
        } catch (ParseException | RuntimeException | AssertionError e) {
            fail(describe(value), e);
        }
        return true;
    }

    private static Optional<Box> seen(Function<Slice, Box> view, Slice serialized, boolean isValid) {
        try {
            return Optional.ofNullable(view.apply(serialized));
        } catch (VerifyException | IllegalArgumentException e) {
            if (isValid) {
                throw e;
            }
            // rings that cross themselves are neither outer rings nor holes
            return Optional.empty();
        }
    }

    /**
     * Returns whether polygons do not cross themselves, and are of a size at which no rounding decides which of their sides is
     * inside.
     */
    private static boolean isValid(Geometry geometry) {
        for (int i = 0; i < geometry.getNumGeometries(); i++) {
            Geometry part = geometry.getGeometryN(i);
            boolean isValid = part instanceof GeometryCollection
                    ? isValid(part)
                    : !(part instanceof Polygon)
                            || part.isValid()
                                    && part.getArea() > 1e-3
                                    && part.getEnvelopeInternal().getDiameter() < 1e6;
            if (!isValid) {
                return false;
            }
        }
        return true;
    }

    private static String describe(Slice value) {
        return "%s (%s)".formatted(value.toStringUtf8(), Arrays.toString(value.getBytes()));
    }

    /** All are around the same box. */
    @DataProvider
    public Object[][] accepted() {
        return new Object[][] {
            {"MULTIPOINT (1 2, 3 -4)"},
            {"multipoint((1 2),(3 -4))"},
            {"LineString\t( 1.0  2e0 ,3. -.4E1\r\n)"},
            {" POLYGON ((1 2, 3 2, 3 -4, 1 2), (1.5 1, 2 1, 2 0, 1.5 1)) "},
            {"MULTILINESTRING ((1 2, 2 2), (+3 -4, 2 -0))"},
            {"MULTIPOLYGON (((1 2, 3 2, 3 -4, 1 2)), ((1 0, 1 0, 1 0, 1 0)))"},
            {"GEOMETRYCOLLECTION (POINT (1 2), GEOMETRYCOLLECTION (LINESTRING (2 2, 3 -4)))"},
            {"LINESTRING (1.000000000000000000000000000001 2, 3 -4, 2 -1e-999)"},
        };
    }

    @Test(dataProvider = "accepted")
    public void testWhatIsAccepted(String text) {
        assertThat(GeometryBounds.ofText(Slices.utf8Slice(text))).contains(BOX);
        assertThat(check(Slices.utf8Slice(text), GeometryBounds::ofText, OF_TEXT, TestGeometryBounds::ofText))
                .isTrue();
    }

    /** See the comment of the class. */
    @DataProvider
    public Object[][] refused() {
        return new Object[][] {
            {""},
            {" "},
            {"POINT"},
            {"POINT EMPTY"},
            {"POLYGON EMPTY"},
            {"GEOMETRYCOLLECTION EMPTY"},
            {"GEOMETRYCOLLECTION ()"},
            {"GEOMETRYCOLLECTION (POINT (1 2), POINT EMPTY)"},
            {"MULTIPOINT ((1 2), EMPTY)"},
            {"POLYGON ((1 2, 3 2, 3 -4, 1 2), EMPTY)"},
            {"POINT (NaN NaN)"},
            {"POINT (1 NaN)"},
            {"POINT (1 Infinity)"},
            {"POINT (1 1e400)"},
            {"POINT (1 -1e400)"},
            {"POINT (1 1.1e37)"},
            {"POINT (1d 2)"},
            {"POINT (0x1p3 2)"},
            {"POINT (1e 2)"},
            {"POINT (1e1.5 2)"},
            {"POINT (1_0 2)"},
            {"POINT (. 2)"},
            {"POINT (- 2)"},
            {"POINT (--1 2)"},
            {"POINT (٣ 2)"},
            {"POINT (1,5 2)"},
            {"POINT (1-2)"},
            {"POINT (1.2.3)"},
            {"POINT (1)"},
            {"POINT (1 2 3)"},
            {"POINT Z (1 2 3)"},
            {"POINTZ (1 2 3)"},
            {"POINT M (1 2 3)"},
            {"POINT ZM (1 2 3 4)"},
            {"SRID=4326;POINT (1 2)"},
            {"CIRCLE (1 2)"},
            {"CIRCULARSTRING (1 2, 3 4, 5 6)"},
            {"LINEARRING (1 2, 3 2, 3 -4, 1 2)"},
            {"ENVELOPE (1, 2, 3, 4)"},
            {"LINESTRING (1 2)"},
            {"POLYGON ((1 2, 3 2, 1 2))"},
            {"POLYGON ((1 2, 3 2, 3 -4))"},
            {"POLYGON ((1 2, 3 2, 3 -4, 1 3))"},
            {"POLYGON (1 2, 3 2, 3 -4, 1 2)"},
            {"POINT (1 2) x"},
            {"POINT (1 2))"},
            {"POINT (1 2);"},
            {"POINT (1 2) POINT (3 4)"},
            {"POINT (1 2) # here"},
            {"POINT (1 2)\0"},
            {"POINT\u00a0(1 2)"},
            {"POINT (1\f2)"},
            {"POINT (1 2"},
            {"POINT 1 2"},
            {"POINT ((1 2))"},
            {"MULTIPOINT (1 2, (3 4))"},
            {"MULTIPOINT ((1 2), 3 4)"},
            {"MULTIPOINT (1 2,)"},
            {"MULTILINESTRING (1 2, 3 4)"},
            {"GEOMETRYCOLLECTION (1 2)"},
            {"GEOMETRYCOLLECTION (".repeat(9) + "POINT (1 2)" + ")".repeat(9)},
        };
    }

    @Test(dataProvider = "refused")
    public void testWhatIsRefused(String text) {
        assertThat(GeometryBounds.ofText(Slices.utf8Slice(text))).isEmpty();
    }

    @Test
    public void testBinaryIsRefusedInAllItsParts() {
        // a collection of a point and a line
        ByteBuffer collection = ByteBuffer.allocate(9 + 21 + 41)
                .put((byte) 0)
                .putInt(7)
                .putInt(2)
                .put((byte) 0)
                .putInt(1)
                .putDouble(1)
                .putDouble(2)
                .put((byte) 0)
                .putInt(2)
                .putInt(2)
                .putDouble(2)
                .putDouble(0)
                .putDouble(3)
                .putDouble(-4);
        byte[] bytes = collection.array();
        assertThat(boxOf(bytes)).contains(BOX);
        for (int length = 0; length < bytes.length; length++) {
            assertThat(boxOf(Arrays.copyOf(bytes, length)))
                    .as("cut to %s bytes", length)
                    .isEmpty();
        }
        assertThat(boxOf(Arrays.copyOf(bytes, bytes.length + 1)))
                .as("a byte behind")
                .isEmpty();
        int point = 9;
        int line = 9 + 21;
        for (int order : new int[] {0, point, line}) {
            assertThat(boxOf(with(bytes, order, (byte) 1)))
                    .as("another byte order at %s", order)
                    .isEmpty();
            assertThat(boxOf(with(bytes, order, (byte) 2)))
                    .as("no byte order at %s", order)
                    .isEmpty();
            for (int type : new int[] {0, 3, 8, 17, 1001, 2001, 3001, 0x8000_0001, 0x4000_0001, 0x2000_0001, -1}) {
                assertThat(boxOf(with(bytes, order + 1, type)))
                        .as("%s at %s", type, order)
                        .isEmpty();
            }
        }
        for (int count : new int[] {point - 4, line + 5}) {
            for (int wrong : new int[] {0, 1, 3, -1, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
                assertThat(boxOf(with(bytes, count, wrong)))
                        .as("%s parts", wrong)
                        .isEmpty();
            }
        }
        for (int coordinate : new int[] {point + 5, point + 13, line + 9, line + 33}) {
            for (double wrong :
                    new double[] {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, -1.1e37}) {
                assertThat(boxOf(with(bytes, coordinate, wrong)))
                        .as("%s", wrong)
                        .isEmpty();
            }
        }
    }

    private static Optional<Box> boxOf(byte[] bytes) {
        // within a larger buffer, as vectors have them
        Slice buffer = Slices.allocate(bytes.length + 40);
        buffer.setBytes(17, bytes);
        return GeometryBounds.ofBinary(buffer.slice(17, bytes.length));
    }

    private static byte[] with(byte[] bytes, int offset, byte value) {
        byte[] changed = bytes.clone();
        changed[offset] = value;
        return changed;
    }

    private static byte[] with(byte[] bytes, int offset, int value) {
        return ByteBuffer.wrap(bytes.clone()).putInt(offset, value).array();
    }

    private static byte[] with(byte[] bytes, int offset, double value) {
        return ByteBuffer.wrap(bytes.clone()).putDouble(offset, value).array();
    }
}
