// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.geo;

import static io.skipping.trino.core.GlobalFunctions.isGlobal;
import static io.trino.spi.expression.StandardFunctions.GREATER_THAN_OPERATOR_FUNCTION_NAME;
import static io.trino.spi.expression.StandardFunctions.GREATER_THAN_OR_EQUAL_OPERATOR_FUNCTION_NAME;
import static io.trino.spi.expression.StandardFunctions.LESS_THAN_OPERATOR_FUNCTION_NAME;
import static io.trino.spi.expression.StandardFunctions.LESS_THAN_OR_EQUAL_OPERATOR_FUNCTION_NAME;
import static io.trino.spi.type.DoubleType.DOUBLE;
import static java.util.Objects.requireNonNull;

import io.skipping.index.IndexedColumn;
import io.skipping.index.geo.Area;
import io.skipping.index.predicate.InBoxes.Box;
import io.skipping.index.predicate.Predicate;
import io.skipping.index.value.Key;
import io.skipping.index.value.KeyRange;
import io.skipping.index.value.KeySet;
import io.skipping.index.value.ScalarType;
import io.trino.spi.expression.Call;
import io.trino.spi.expression.ConnectorExpression;
import io.trino.spi.expression.Constant;
import io.trino.spi.expression.FunctionName;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.Point;

/**
 * Translates conditions on points, made of two columns, and on geometries, made of one, into index predicates on where
 * they lie. The predicates are implied by the condition, but do not imply it. Negated conditions other than {@code NOT
 * ST_Disjoint} are not translated, because a point in the boxes of a polygon can be outside the polygon.
 */
public final class GeoTranslator {
    private static final String GEOMETRY = "Geometry";
    private static final String SPHERICAL_GEOGRAPHY = "SphericalGeography";

    private static final String EQUALS = "st_equals";

    /** The Earth's radius as Trino defines it. */
    private static final double EARTH_RADIUS_KM = 6371.01;

    /**
     * These functions return TRUE only if the envelopes of the geometries intersect, which they check first. So they
     * also fail only in that case; some of them do not support collections.
     */
    private static final Set<String> IN_COMMON =
            Set.of("st_contains", "st_within", "st_intersects", "st_overlaps", "st_crosses", "st_touches");

    /**
     * Contains the values that are not on the globe, for which functions fail. The set is unbounded on both sides, so
     * it may also contain NaN.
     */
    private static final KeySet NO_LATITUDE = outside(90);

    private static final KeySet NO_LONGITUDE = outside(180);

    private static final FunctionName SUBSCRIPT = new FunctionName("$operator$subscript");

    private final Function<ConnectorExpression, Optional<IndexedColumn>> columns;

    /**
     * Creates a translator.
     *
     * @param columns returns the indexed column that an expression stands for, if there is one
     */
    public GeoTranslator(Function<ConnectorExpression, Optional<IndexedColumn>> columns) {
        this.columns = requireNonNull(columns, "columns is null");
    }

    /** Describes a point of the plane or the globe, made of two columns. */
    private record ColumnPoint(IndexedColumn x, IndexedColumn y) {
        Predicate in(Area area) {
            return area.ofPoints(x, y);
        }
    }

    /**
     * Translates a condition into a predicate that holds for every row for which the condition is TRUE.
     *
     * @param negated whether the translation is for the rows for which the condition is FALSE
     * @return empty if the condition is not about such points or geometries
     */
    public Optional<Predicate> translate(Call call, boolean negated) {
        if (isGlobal(call, "st_disjoint") && negated) {
            return relation(call);
        }
        if (negated) {
            return Optional.empty();
        }
        if (IN_COMMON.contains(call.getFunctionName().getName()) && isGlobal(call)) {
            return relation(call);
        }
        if (isGlobal(call, EQUALS)) {
            return equality(call);
        }
        FunctionName operator = call.getFunctionName();
        if (operator.equals(LESS_THAN_OPERATOR_FUNCTION_NAME)
                || operator.equals(LESS_THAN_OR_EQUAL_OPERATOR_FUNCTION_NAME)) {
            return distance(call.getArguments().get(0), call.getArguments().get(1));
        }
        if (operator.equals(GREATER_THAN_OPERATOR_FUNCTION_NAME)
                || operator.equals(GREATER_THAN_OR_EQUAL_OPERATOR_FUNCTION_NAME)) {
            return distance(call.getArguments().get(1), call.getArguments().get(0));
        }
        return Optional.empty();
    }

    private Optional<Predicate> relation(Call call) {
        return near(call, 0);
    }

    /**
     * Translates {@code ST_Equals}. A collection on either side can equal geometries that are far away, and a point can
     * equal points that have an infinite coordinate.
     */
    private Optional<Predicate> equality(Call call) {
        return withConstant(call)
                .filter(operands -> !GeometryParts.isCollection(operands.constant()))
                .flatMap(operands -> point(operands.shape())
                        .flatMap(point -> Area.near(operands.parts(), 0).map(area -> point.in(area.withInfinity()))));
    }

    /** Holds a shape of the plane and the constant that it is compared with. */
    private record Operands(ConnectorExpression shape, Geometry constant) {
        List<Box> parts() {
            return GeometryParts.of(constant);
        }
    }

    /** Returns the arguments of a call, in either order. */
    private static Optional<Operands> withConstant(Call call) {
        if (call.getArguments().size() != 2) {
            return Optional.empty();
        }
        ConnectorExpression left = call.getArguments().get(0);
        ConnectorExpression right = call.getArguments().get(1);
        return left instanceof Constant
                ? GeometryConstants.geometry(left, GEOMETRY).map(constant -> new Operands(right, constant))
                : GeometryConstants.geometry(right, GEOMETRY).map(constant -> new Operands(left, constant));
    }

    /**
     * Translates the condition that two shapes of the plane, one of them constant, are at most {@code most} apart. A
     * point must then be near a part of the constant. For other geometries, it is only certain that the envelopes are
     * near each other: functions report, for example, that a line of length zero intersects geometries that are far
     * away from it.
     */
    private Optional<Predicate> near(Call call, double most) {
        return withConstant(call)
                .flatMap(operands -> point(operands.shape())
                        .flatMap(point -> Area.near(operands.parts(), most).map(point::in))
                        .or(() -> geometryColumn(operands.shape())
                                .flatMap(column ->
                                        Area.around(operands.parts(), most).map(area -> area.ofGeometries(column)))));
    }

    /** Translates the condition that the expression is not greater than the limit. */
    private Optional<Predicate> distance(ConnectorExpression expression, ConnectorExpression limit) {
        if (!(expression instanceof Call call)
                || !(limit instanceof Constant constant)
                || constant.getType() != DOUBLE
                || constant.getValue() == null) {
            return Optional.empty();
        }
        double most = (double) constant.getValue();
        if (isGlobal(call, "great_circle_distance") && call.getArguments().size() == 4) {
            return greatCircle(call.getArguments(), most);
        }
        if (!isGlobal(call, "st_distance") || call.getArguments().size() != 2) {
            return Optional.empty();
        }
        ConnectorExpression left = call.getArguments().get(0);
        ConnectorExpression right = call.getArguments().get(1);
        return near(call, most).or(() -> nearOnGlobe(left, right, most / 1000));
    }

    /**
     * Translates a distance between points on the globe. For other geometries the function fails, and the index does
     * not know which rows have them.
     */
    private Optional<Predicate> nearOnGlobe(ConnectorExpression left, ConnectorExpression right, double kilometres) {
        if (left instanceof Constant) {
            // both are, where a branch of the condition has constants only
            return right instanceof Constant ? Optional.empty() : nearOnGlobe(right, left, kilometres);
        }
        return geography(left)
                .flatMap(this::point)
                .flatMap(point -> GeometryConstants.geometry(right, SPHERICAL_GEOGRAPHY)
                        .filter(centre -> centre instanceof Point && !centre.isEmpty())
                        .map(Point.class::cast)
                        .flatMap(centre -> Area.onGlobe(centre.getY(), centre.getX(), kilometres / EARTH_RADIUS_KM))
                        .map(point::in));
    }

    /** Translates a great-circle distance. The arguments are latitude and longitude of one point, then of the other. */
    private Optional<Predicate> greatCircle(List<ConnectorExpression> arguments, double kilometres) {
        return greatCircle(arguments.subList(0, 2), arguments.subList(2, 4), kilometres)
                .or(() -> greatCircle(arguments.subList(2, 4), arguments.subList(0, 2), kilometres));
    }

    private Optional<Predicate> greatCircle(
            List<ConnectorExpression> point, List<ConnectorExpression> centre, double kilometres) {
        Optional<ColumnPoint> columnPoint = columnPoint(point.get(1), point.get(0));
        Optional<Double> latitude = number(centre.get(0));
        Optional<Double> longitude = number(centre.get(1));
        if (columnPoint.isEmpty() || latitude.isEmpty() || longitude.isEmpty()) {
            return Optional.empty();
        }
        return Area.onGlobe(latitude.get(), longitude.get(), kilometres / EARTH_RADIUS_KM)
                .map(area -> Predicate.or(List.of(
                        columnPoint.get().in(area),
                        new Predicate.InSet(columnPoint.get().x(), NO_LONGITUDE),
                        new Predicate.InSet(columnPoint.get().y(), NO_LATITUDE))));
    }

    private static KeySet outside(double most) {
        return KeySet.of(
                        ScalarType.DOUBLE,
                        List.of(KeyRange.lessThan(Key.ofDouble(-most)), KeyRange.greaterThan(Key.ofDouble(most))))
                .orElseThrow();
    }

    /** Returns the shape of the plane from which a shape of the globe is made. */
    private static Optional<ConnectorExpression> geography(ConnectorExpression expression) {
        return expression instanceof Call call
                        && isGlobal(call, "to_spherical_geography")
                        && call.getArguments().size() == 1
                ? Optional.of(call.getArguments().getFirst())
                : Optional.empty();
    }

    private Optional<ColumnPoint> point(ConnectorExpression expression) {
        return expression instanceof Call call
                        && isGlobal(call, "st_point")
                        && call.getArguments().size() == 2
                        // a row that lacks the key fails, wherever the other coordinate is
                        && !mayLackKey(call)
                ? columnPoint(call.getArguments().get(0), call.getArguments().get(1))
                : Optional.empty();
    }

    private static boolean mayLackKey(ConnectorExpression expression) {
        return expression instanceof Call call && call.getFunctionName().equals(SUBSCRIPT)
                || expression.getChildren().stream().anyMatch(GeoTranslator::mayLackKey);
    }

    /** Returns the column of text or bytes from which a geometry is made. */
    private Optional<IndexedColumn> geometryColumn(ConnectorExpression expression) {
        if (!(expression instanceof Call call) || call.getArguments().size() != 1) {
            return Optional.empty();
        }
        ConnectorExpression argument = call.getArguments().getFirst();
        if (isGlobal(call, "st_geometryfromtext")) {
            return columns.apply(argument).filter(column -> column.type().kind() == ScalarType.Kind.VARCHAR);
        }
        if (isGlobal(call, "st_geomfrombinary")) {
            return columns.apply(argument).filter(column -> column.type().equals(ScalarType.VARBINARY));
        }
        return Optional.empty();
    }

    private Optional<ColumnPoint> columnPoint(ConnectorExpression x, ConnectorExpression y) {
        Optional<IndexedColumn> columnX =
                columns.apply(x).filter(column -> column.type().equals(ScalarType.DOUBLE));
        Optional<IndexedColumn> columnY =
                columns.apply(y).filter(column -> column.type().equals(ScalarType.DOUBLE));
        return columnX.isPresent() && columnY.isPresent()
                ? Optional.of(new ColumnPoint(columnX.get(), columnY.get()))
                : Optional.empty();
    }

    private static Optional<Double> number(ConnectorExpression expression) {
        return expression instanceof Constant constant && constant.getType() == DOUBLE
                ? Optional.ofNullable((Double) constant.getValue())
                : Optional.empty();
    }
}
