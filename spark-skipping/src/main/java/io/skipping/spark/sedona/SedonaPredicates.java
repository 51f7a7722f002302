// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.sedona;

import static com.google.common.collect.ImmutableList.toImmutableList;
import static java.util.Objects.requireNonNull;

import io.airlift.slice.Slice;
import io.skipping.index.IndexedColumn;
import io.skipping.index.geo.Area;
import io.skipping.index.predicate.InBoxes.Box;
import io.skipping.index.predicate.Predicate;
import io.skipping.index.type.bbox.GeometryBounds;
import io.skipping.index.value.Key;
import io.skipping.index.value.KeyRange;
import io.skipping.index.value.KeySet;
import io.skipping.index.value.ScalarType;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.GreaterThan;
import org.apache.spark.sql.catalyst.expressions.GreaterThanOrEqual;
import org.apache.spark.sql.catalyst.expressions.LessThan;
import org.apache.spark.sql.catalyst.expressions.LessThanOrEqual;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.expressions.Not;

/**
 * Translates conditions on points, made of two columns, and on geometries, made of one, into predicates on where they lie. Every row for
 * which a condition is true satisfies its predicate; others may, too.
 *
 * <p>Sedona's functions of the plane are those of JTS. They regard neither SRIDs nor third dimensions, and return NULL for a NULL. They make
 * points of NaNs and of infinities, and are true of some of these that are in no box.
 */
public final class SedonaPredicates {
    /** These are true only of geometries whose envelopes intersect, which they check first. */
    private static final Set<String> IN_COMMON = Set.of(
            "ST_Contains",
            "ST_CoveredBy",
            "ST_Covers",
            "ST_Crosses",
            "ST_Intersects",
            "ST_Overlaps",
            "ST_Touches",
            "ST_Within");

    private static final Set<String> OF_TEXT =
            Set.of("ST_GeomFromText", "ST_GeomFromWKT", "ST_GeometryFromText", "ST_GeomFromEWKT");

    private static final Set<String> OF_BINARY = Set.of("ST_GeomFromWKB", "ST_GeomFromEWKB");

    /**
     * The least radius, in metres, that the Earth's ellipsoid is curved by, which is that of meridians at the equator. A way on the ellipsoid is
     * at least as long as the one through the same degrees on a sphere of this radius. It is shorter than the radius of Sedona's sphere, too.
     */
    private static final double LEAST_RADIUS = 6_335_439;

    /** Contains the infinities. It is unbounded on both sides, so that NaN may satisfy it. */
    private static final KeySet NOT_FINITE = KeySet.of(
                    ScalarType.DOUBLE,
                    List.of(
                            KeyRange.lessThan(Key.ofDouble(-Double.MAX_VALUE)),
                            KeyRange.greaterThan(Key.ofDouble(Double.MAX_VALUE))))
            .orElseThrow();

    private final Function<Expression, List<IndexedColumn>> columns;

    /**
     * Creates a translation to predicates on the columns that the function returns.
     *
     * @param columns returns the columns of an index that all have the values of an expression; none if there are none
     */
    public SedonaPredicates(Function<Expression, List<IndexedColumn>> columns) {
        this.columns = requireNonNull(columns, "columns is null");
    }

    /** Returns the predicate of a condition; empty if it is not on such points or geometries. */
    public Optional<Predicate> translate(Expression condition) {
        if (condition instanceof Not not) {
            return SedonaCall.of(not.child(), "ST_Disjoint", 2).flatMap(this::inCommon);
        }
        if (condition instanceof LessThan less) {
            return distance(less.left(), less.right());
        }
        if (condition instanceof LessThanOrEqual atMost) {
            return distance(atMost.left(), atMost.right());
        }
        if (condition instanceof GreaterThan greater) {
            return distance(greater.right(), greater.left());
        }
        if (condition instanceof GreaterThanOrEqual atLeast) {
            return distance(atLeast.right(), atLeast.left());
        }
        return SedonaCall.of(condition)
                .flatMap(call -> IN_COMMON.contains(call.function())
                        ? inCommon(call)
                        : SedonaCall.of(condition, "ST_DWithin", 3)
                                .or(() -> SedonaCall.of(condition, "ST_DWithin", 4))
                                .flatMap(this::within));
    }

    private Optional<Predicate> inCommon(SedonaCall call) {
        return call.arguments().size() == 2 ? near(call, 0) : Optional.empty();
    }

    private Optional<Predicate> within(SedonaCall call) {
        List<Expression> arguments = call.arguments();
        Optional<Boolean> onGlobe =
                arguments.size() == 3 ? Optional.of(false) : SedonaConstants.truth(arguments.get(3));
        return SedonaConstants.number(arguments.get(2))
                .flatMap(most -> onGlobe.flatMap(globe -> globe ? nearOnGlobe(call, most) : near(call, most)));
    }

    /** Translates the condition that an expression is not greater than a limit. */
    private Optional<Predicate> distance(Expression expression, Expression limit) {
        return SedonaConstants.number(limit)
                .flatMap(most -> SedonaCall.of(expression, "ST_Distance", 2)
                        .flatMap(call -> near(call, most))
                        .or(() -> SedonaCall.of(expression, "ST_DistanceSphere", 2)
                                .or(() -> SedonaCall.of(expression, "ST_DistanceSpheroid", 2))
                                .flatMap(call -> nearOnGlobe(call, most))));
    }

    /**
     * Translates the condition that the first two arguments, of which one is constant, are at most {@code most} apart in the plane. A point
     * must then be near a part of the constant. Of other geometries, it is only certain that their boxes are near each other.
     */
    private Optional<Predicate> near(SedonaCall call, double most) {
        return withConstant(call)
                .flatMap(operands -> point(operands.shape())
                        .flatMap(point -> Area.near(operands.parts(), most).map(point::in))
                        .or(() -> geometries(operands.shape())
                                .flatMap(found -> Area.around(operands.parts(), most)
                                        .map(area -> all(found, area::ofGeometries)))));
    }

    /**
     * Does the same as {@link #near}, in metres on the globe. The functions take the centres of other geometries, which
     * are not known here.
     */
    private Optional<Predicate> nearOnGlobe(SedonaCall call, double metres) {
        return withConstant(call)
                .filter(operands ->
                        operands.parts().size() == 1 && isPoint(operands.parts().get(0)))
                .flatMap(operands -> point(operands.shape()).flatMap(point -> {
                    Box centre = operands.parts().get(0);
                    return Area.onGlobe(centre.minY(), centre.minX(), metres / LEAST_RADIUS)
                            .map(point::in);
                }));
    }

    /** A line between two equal points, or a ring without an extent, has its centre there, too. */
    private static boolean isPoint(Box box) {
        return box.minX() == box.maxX() && box.minY() == box.maxY();
    }

    /**
     * Holds what a constant is compared with.
     *
     * @param parts of the constant
     */
    private record Operands(Expression shape, List<Box> parts) {}

    /** Returns the first two arguments of a call, in either order; empty if none is a constant of which boxes are known. */
    private static Optional<Operands> withConstant(SedonaCall call) {
        Expression left = call.arguments().get(0);
        Expression right = call.arguments().get(1);
        return parts(right)
                .map(parts -> new Operands(left, parts))
                .or(() -> parts(left).map(parts -> new Operands(right, parts)));
    }

    private static Optional<List<Box>> parts(Expression constant) {
        Optional<Slice> binary = SedonaConstants.geometry(constant);
        return binary.flatMap(GeometryBounds::partsOfBinary);
    }

    /** Describes a point made of two columns, each of which may be in an index more than once. */
    private record ColumnPoint(List<IndexedColumn> xs, List<IndexedColumn> ys) {
        Predicate in(Area area) {
            return all(
                    xs,
                    x -> all(
                            ys,
                            y -> Predicate.or(List.of(
                                    area.ofPoints(x, y),
                                    new Predicate.InSet(x, NOT_FINITE),
                                    new Predicate.InSet(y, NOT_FINITE)))));
        }
    }

    private static Predicate all(List<IndexedColumn> columns, Function<IndexedColumn, Predicate> condition) {
        return Predicate.and(columns.stream().map(condition).collect(toImmutableList()));
    }

    private Optional<ColumnPoint> point(Expression shape) {
        Expression made = withoutSrid(shape);
        return SedonaCall.of(made, "ST_Point", 2)
                .or(() -> SedonaCall.of(made, "ST_MakePoint", 4).filter(SedonaPredicates::isInThePlane))
                .map(call -> new ColumnPoint(
                        columns(call.arguments().get(0), ScalarType.DOUBLE),
                        columns(call.arguments().get(1), ScalarType.DOUBLE)))
                .filter(point -> !point.xs().isEmpty() && !point.ys().isEmpty());
    }

    /** Sedona passes NULL for coordinates that a query does not name. */
    private static boolean isInThePlane(SedonaCall made) {
        return made.arguments().subList(2, 4).stream()
                .allMatch(other -> other instanceof Literal literal && literal.value() == null);
    }

    /** Returns the columns of text or bytes from which a geometry is made. */
    private Optional<List<IndexedColumn>> geometries(Expression shape) {
        return SedonaCall.of(withoutSrid(shape))
                // an SRID follows
                .filter(call -> call.arguments().size() == 1
                        || call.arguments().size() == 2
                                && isConstant(call.arguments().get(1)))
                .map(call -> OF_TEXT.contains(call.function())
                        ? columns(call.arguments().get(0), ScalarType.VARCHAR)
                        : OF_BINARY.contains(call.function())
                                ? columns(call.arguments().get(0), ScalarType.VARBINARY)
                                : List.<IndexedColumn>of())
                .filter(found -> !found.isEmpty());
    }

    private static Expression withoutSrid(Expression shape) {
        return SedonaCall.of(shape, "ST_SetSRID", 2)
                .filter(call -> isConstant(call.arguments().get(1)))
                .map(call -> call.arguments().get(0))
                .orElse(shape);
    }

    private static boolean isConstant(Expression expression) {
        return expression instanceof Literal;
    }

    private List<IndexedColumn> columns(Expression expression, ScalarType type) {
        return columns.apply(expression).stream()
                .filter(column -> column.type().equals(type))
                .toList();
    }
}
