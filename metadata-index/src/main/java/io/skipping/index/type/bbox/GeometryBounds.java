// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type.bbox;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.airlift.slice.Slice;
import io.skipping.index.predicate.InBoxes.Box;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * Finds the box around a geometry in well-known text or well-known binary. Engines parse these with different
 * libraries, each of which accepts more than the standard, and not all of them the same. This class refuses whatever
 * one of them may reject or read as another shape, because a query must continue to fail where it fails, and a shape
 * must be in its box for every reader. It therefore uses none of these libraries. It accepts points, line strings,
 * polygons, collections of one of these kinds, and collections of any kind.
 * <table>
 * <caption>What is refused</caption>
 * <tr><th>Refused</th><th>Reason</th></tr>
 * <tr><td>{@code EMPTY} and a count of 0, also within a collection; a point of NaNs, which is empty in binary</td>
 *     <td>functions fail for empty shapes or return NULL, and differ in this</td></tr>
 * <tr><td>a coordinate that is NaN, infinite or beyond ±10<sup>37</sup></td>
 *     <td>some readers skip it and some fail; the shapefile format, in which geometries are passed on, treats
 *     values below −10<sup>38</sup> as missing</td></tr>
 * <tr><td>numbers that are not decimal digits with an optional sign, point and exponent</td>
 *     <td>not all readers accept the other forms of numbers in Java, such as {@code 1d} or {@code 0x1p3}</td></tr>
 * <tr><td>Z, M, SRID; kinds that are not the seven of simple features, such as a circle</td>
 *     <td>some readers drop them, some fail, and some pass on what others cannot read</td></tr>
 * <tr><td>a line string of one point; a ring with fewer than four points, or that does not end where it began</td>
 *     <td>some readers fail, some repair it</td></tr>
 * <tr><td>text or bytes after the end; comments; whitespace other than a blank, a tab or a line end; a sign, a point
 *     or a letter that follows a number without whitespace</td>
 *     <td>some readers stop before it, some fail</td></tr>
 * <tr><td>{@code MULTIPOINT} that mixes points with and without parentheses; a part whose kind differs from its
 *     collection's, or whose byte order differs</td><td>some readers fail, some guess</td></tr>
 * <tr><td>collections of any kind that are nested more than eight deep</td><td>a reader's stack may overflow</td></tr>
 * </table>
 *
 * <p>The box contains all positions. It does not matter whether a polygon is valid: if a polygon crosses itself or has
 * holes outside, readers see different parts of it, but all of them are within the box. A function that fails for such
 * a polygon does not fail where its range is skipped.
 */
public final class GeometryBounds {
    /** Number of collections of any kind of geometries that may be nested within each other. */
    private static final int MOST_NESTED = 8;

    private static final double MOST = 1e37;
    private static final int LEAST_OF_LINE = 2;
    private static final int LEAST_OF_RING = 4;

    private GeometryBounds() {}

    /** Returns the box around a geometry in well-known text; empty if the geometry is not accepted. */
    public static Optional<Box> ofText(Slice text) {
        Text reader = new Text(text);
        return reader.read() ? Optional.of(reader.bounds()) : Optional.empty();
    }

    /** Returns the box around a geometry in well-known binary; empty if the geometry is not accepted. */
    public static Optional<Box> ofBinary(Slice bytes) {
        Binary reader = new Binary(bytes);
        return reader.read() ? Optional.of(reader.bounds()) : Optional.empty();
    }

    /**
     * Returns the boxes around the points, lines and rings of a geometry in well-known binary; of a collection of any
     * kind of geometries, which not all functions divide, a single one around all.
     *
     * @return empty if the geometry is not accepted
     */
    public static Optional<List<Box>> partsOfBinary(Slice bytes) {
        List<Box> parts = new ArrayList<>();
        Binary reader = new Binary(bytes) {
            @Override
            void endPart() {
                parts.add(bounds());
                clear();
            }
        };
        return reader.read() ? Optional.of(List.copyOf(parts)) : Optional.empty();
    }

    /** Holds the bounds of the positions read so far. */
    private abstract static class Reader {
        private double minX;
        private double maxX;
        private double minY;
        private double maxY;

        /** the last position */
        double x;

        double y;

        Reader() {
            clear();
        }

        final void clear() {
            minX = Double.POSITIVE_INFINITY;
            maxX = Double.NEGATIVE_INFINITY;
            minY = Double.POSITIVE_INFINITY;
            maxY = Double.NEGATIVE_INFINITY;
        }

        /** Extends the bounds by the last position, and returns whether the position is accepted. */
        final boolean include() {
            minX = Math.min(minX, x);
            maxX = Math.max(maxX, x);
            minY = Math.min(minY, y);
            maxY = Math.max(maxY, y);
            // also false for NaN
            return Math.abs(x) <= MOST && Math.abs(y) <= MOST;
        }

        final Box bounds() {
            return new Box(minX, maxX, minY, maxY);
        }
    }

    /** Reads text. Each method reads one part of it and returns whether the part is accepted. */
    private static final class Text extends Reader {
        private final Slice text;
        private final int end;
        private int at;

        Text(Slice text) {
            this.text = text;
            this.end = text.length();
        }

        boolean read() {
            return geometry(0) && isAtEnd();
        }

        private boolean geometry(int nested) {
            switch (keyword()) {
                case "POINT":
                    return pointInParentheses();
                case "LINESTRING":
                    return line();
                case "POLYGON":
                    return polygon();
                case "MULTIPOINT":
                    return points();
                case "MULTILINESTRING":
                    return list(this::line);
                case "MULTIPOLYGON":
                    return list(this::polygon);
                case "GEOMETRYCOLLECTION":
                    return nested < MOST_NESTED && list(() -> geometry(nested + 1));
                default:
                    return false;
            }
        }

        private String keyword() {
            skipSpace();
            int start = at;
            while (at < end && isLetter(text.getByte(at))) {
                at++;
            }
            return text.toString(start, at - start, US_ASCII).toUpperCase(Locale.ROOT);
        }

        private boolean pointInParentheses() {
            return take('(') && position() && take(')');
        }

        private boolean points() {
            int start = at;
            boolean inParentheses = take('(') && take('(');
            at = start;
            return list(inParentheses ? this::pointInParentheses : this::position);
        }

        private boolean polygon() {
            return list(this::ring);
        }

        private boolean line() {
            return positions(LEAST_OF_LINE, false);
        }

        private boolean ring() {
            return positions(LEAST_OF_RING, true);
        }

        private boolean positions(int least, boolean isClosed) {
            if (!take('(') || !position()) {
                return false;
            }
            double firstX = x;
            double firstY = y;
            int count = 1;
            while (take(',')) {
                if (!position()) {
                    return false;
                }
                count++;
            }
            return take(')') && count >= least && (!isClosed || x == firstX && y == firstY);
        }

        private boolean list(BooleanSupplier element) {
            if (!take('(') || !element.getAsBoolean()) {
                return false;
            }
            while (take(',')) {
                if (!element.getAsBoolean()) {
                    return false;
                }
            }
            return take(')');
        }

        private boolean position() {
            skipSpace();
            int startOfX = at;
            if (!number()) {
                return false;
            }
            int endOfX = at;
            skipSpace();
            int startOfY = at;
            if (startOfY == endOfX || !number()) {
                return false;
            }
            x = Double.parseDouble(text.toString(startOfX, endOfX - startOfX, US_ASCII));
            y = Double.parseDouble(text.toString(startOfY, at - startOfY, US_ASCII));
            return include();
        }

        private boolean number() {
            skipSign();
            int digits = digits();
            if (at < end && text.getByte(at) == '.') {
                at++;
                digits += digits();
            }
            if (digits == 0) {
                return false;
            }
            if (at < end && (text.getByte(at) == 'e' || text.getByte(at) == 'E')) {
                at++;
                skipSign();
                return digits() > 0;
            }
            return true;
        }

        private void skipSign() {
            if (at < end && (text.getByte(at) == '-' || text.getByte(at) == '+')) {
                at++;
            }
        }

        /** Skips digits, and returns how many there were. */
        private int digits() {
            int start = at;
            while (at < end && text.getByte(at) >= '0' && text.getByte(at) <= '9') {
                at++;
            }
            return at - start;
        }

        private boolean take(char symbol) {
            skipSpace();
            if (at < end && text.getByte(at) == symbol) {
                at++;
                return true;
            }
            return false;
        }

        private boolean isAtEnd() {
            skipSpace();
            return at == end;
        }

        private void skipSpace() {
            while (at < end && isSpace(text.getByte(at))) {
                at++;
            }
        }

        private static boolean isSpace(byte character) {
            return character == ' ' || character == '\t' || character == '\n' || character == '\r';
        }

        private static boolean isLetter(byte character) {
            return character >= 'A' && character <= 'Z' || character >= 'a' && character <= 'z';
        }
    }

    /** Reads bytes. Each method reads one part of them and returns whether the part is accepted. */
    private static class Binary extends Reader {
        private static final byte LITTLE_ENDIAN = 1;
        private static final int HEADER_BYTES = 1 + Integer.BYTES;
        private static final int POSITION_BYTES = 2 * Double.BYTES;

        private static final int ANY_KIND = 0;
        private static final int POINT = 1;
        private static final int LINE = 2;
        private static final int POLYGON = 3;
        private static final int MULTI_POINT = 4;
        private static final int MULTI_LINE = 5;
        private static final int MULTI_POLYGON = 6;
        private static final int COLLECTION = 7;

        private final Slice bytes;
        private final int end;
        private int at;

        /** byte order of the whole geometry, which all parts must have */
        private byte order;

        Binary(Slice bytes) {
            this.bytes = bytes;
            this.end = bytes.length();
        }

        /** Follows a point, a line or a ring that is in no collection of any kind of geometries, or such a collection. */
        void endPart() {}

        final boolean read() {
            if (end < HEADER_BYTES) {
                return false;
            }
            order = bytes.getByte(0);
            return (order == 0 || order == LITTLE_ENDIAN) && geometry(ANY_KIND, 0) && at == end;
        }

        private boolean part(boolean isAccepted, int nested) {
            if (isAccepted && nested == 0) {
                endPart();
            }
            return isAccepted;
        }

        private boolean geometry(int expectedKind, int nested) {
            if (end - at < HEADER_BYTES || bytes.getByte(at) != order) {
                return false;
            }
            int kind = number(at + 1);
            at += HEADER_BYTES;
            if (expectedKind != ANY_KIND && kind != expectedKind) {
                return false;
            }
            switch (kind) {
                case POINT:
                    return part(position(), nested);
                case LINE:
                    return part(positions(LEAST_OF_LINE, false), nested);
                case POLYGON:
                    return list(() -> part(positions(LEAST_OF_RING, true), nested));
                case MULTI_POINT:
                    return list(() -> geometry(POINT, nested));
                case MULTI_LINE:
                    return list(() -> geometry(LINE, nested));
                case MULTI_POLYGON:
                    return list(() -> geometry(POLYGON, nested));
                case COLLECTION:
                    return part(nested < MOST_NESTED && list(() -> geometry(ANY_KIND, nested + 1)), nested);
                default:
                    return false;
            }
        }

        private boolean positions(int least, boolean isClosed) {
            int count = count();
            if (count < least || !position()) {
                return false;
            }
            double firstX = x;
            double firstY = y;
            for (int i = 1; i < count; i++) {
                if (!position()) {
                    return false;
                }
            }
            return !isClosed || x == firstX && y == firstY;
        }

        private boolean list(BooleanSupplier element) {
            int count = count();
            for (int i = 0; i < count; i++) {
                if (!element.getAsBoolean()) {
                    return false;
                }
            }
            return count > 0;
        }

        private boolean position() {
            if (end - at < POSITION_BYTES) {
                return false;
            }
            x = coordinate(at);
            y = coordinate(at + Double.BYTES);
            at += POSITION_BYTES;
            return include();
        }

        /** Returns -1 if there is no count, and a negative number if the count exceeds an int. */
        private int count() {
            if (end - at < Integer.BYTES) {
                return -1;
            }
            int count = number(at);
            at += Integer.BYTES;
            return count;
        }

        private int number(int offset) {
            int value = bytes.getInt(offset);
            return order == LITTLE_ENDIAN ? value : Integer.reverseBytes(value);
        }

        private double coordinate(int offset) {
            long bits = bytes.getLong(offset);
            return Double.longBitsToDouble(order == LITTLE_ENDIAN ? bits : Long.reverseBytes(bits));
        }
    }
}
