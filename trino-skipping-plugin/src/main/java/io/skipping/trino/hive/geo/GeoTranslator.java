// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.geo;

import static com.google.common.collect.ImmutableList.toImmutableList;
import static io.skipping.trino.hive.GlobalFunctions.isGlobal;
import static io.trino.spi.expression.StandardFunctions.GREATER_THAN_OPERATOR_FUNCTION_NAME;
import static io.trino.spi.expression.StandardFunctions.GREATER_THAN_OR_EQUAL_OPERATOR_FUNCTION_NAME;
import static io.trino.spi.expression.StandardFunctions.LESS_THAN_OPERATOR_FUNCTION_NAME;
import static io.trino.spi.expression.StandardFunctions.LESS_THAN_OR_EQUAL_OPERATOR_FUNCTION_NAME;
import static io.trino.spi.type.DoubleType.DOUBLE;
import static java.util.Objects.requireNonNull;

import io.airlift.slice.Slice;
import io.skipping.index.IndexedColumn;
import io.skipping.index.predicate.InBoxes;
import io.skipping.index.predicate.Predicate;
import io.trino.geospatial.serde.GeometrySerde;
import io.trino.geospatial.serde.JtsGeometrySerde;
import io.trino.spi.expression.Call;
import io.trino.spi.expression.ConnectorExpression;
import io.trino.spi.expression.Constant;
import io.trino.spi.expression.FunctionName;
import io.trino.spi.predicate.Range;
import io.trino.spi.predicate.ValueSet;
import io.trino.spi.type.VarbinaryType;
import io.trino.spi.type.VarcharType;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;
import org.locationtech.jts.geom.Point;

/**
 * Puts conditions on points, made of two columns, and on geometries, made of one, into words of the index: where they must
 * lie for the condition to be TRUE. Only what a condition implies is said; that it is FALSE is never put into words, since a point in the boxes of a
 * polygon may yet be outside of it.
 */
public final class GeoTranslator {
    private static final String GEOMETRY = "Geometry";
    private static final String SPHERICAL_GEOGRAPHY = "SphericalGeography";

    /** TRUE only of geometries that have a point in common. */
    private static final Set<String> IN_COMMON =
            Set.of("st_contains", "st_within", "st_intersects", "st_overlaps", "st_crosses", "st_touches", "st_equals");

    private final Function<ConnectorExpression, Optional<IndexedColumn>> columns;

    /** @param columns gives the column that an expression stands for, if it is one of the index */
    public GeoTranslator(Function<ConnectorExpression, Optional<IndexedColumn>> columns) {
        this.columns = requireNonNull(columns, "columns is null");
    }

    /** A point of the plane or the globe, made of two columns. */
    private record ColumnPoint(IndexedColumn x, IndexedColumn y) {}

    /**
     * What rows satisfy for which a condition is TRUE.
     *
     * @param negated whether the rows for which it is FALSE are meant
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
        if (call.getArguments().size() != 2) {
            return Optional.empty();
        }
        return near(call.getArguments().get(0), call.getArguments().get(1), 0);
    }

    /** That two shapes of the plane, one of which is constant, are no farther away from each other. */
    private Optional<Predicate> near(ConnectorExpression left, ConnectorExpression right, double most) {
        if (left instanceof Constant) {
            return near(right, left, most);
        }
        Optional<Area> area = constant(right, GEOMETRY).flatMap(shape -> Area.near(shape, most));
        if (area.isEmpty()) {
            return Optional.empty();
        }
        return shapeIn(left, area.get());
    }

    /** That a point of two columns, or a geometry in one, has a point in common with an area. */
    private Optional<Predicate> shapeIn(ConnectorExpression shape, Area area) {
        return point(shape)
                .map(point -> in(point, area))
                .or(() -> geometryColumn(shape).map(column -> in(column, area)));
    }

    /** That the expression is not greater than the limit. */
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
        return near(left, right, most).or(() -> nearOnGlobe(left, right, most / 1000));
    }

    private Optional<Predicate> nearOnGlobe(ConnectorExpression left, ConnectorExpression right, double kilometres) {
        if (left instanceof Constant) {
            return nearOnGlobe(right, left, kilometres);
        }
        return geography(left)
                .flatMap(shape -> constant(right, SPHERICAL_GEOGRAPHY)
                        .filter(centre -> centre instanceof Point && !centre.isEmpty())
                        .map(Point.class::cast)
                        .flatMap(centre -> Area.onGlobe(centre.getY(), centre.getX(), kilometres))
                        .flatMap(area -> shapeIn(shape, area)));
    }

    /** Latitude and longitude of one point, then of the other. */
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
        return Area.onGlobe(latitude.get(), longitude.get(), kilometres).map(area -> in(columnPoint.get(), area));
    }

    private static Optional<Geometry> constant(ConnectorExpression expression, String type) {
        return expression instanceof Constant constant
                        && constant.getValue() instanceof Slice shape
                        && constant.getType().getDisplayName().equals(type)
                ? geometry(shape)
                : Optional.empty();
    }

    /** Empty if it is none: then the function fails or not, as it would without us. */
    private static Optional<Geometry> geometry(Slice shape) {
        try {
            return Optional.of(JtsGeometrySerde.deserialize(shape));
        } catch (RuntimeException e) {
            // a polygon without area, for example, which Trino's functions take as it is
            return envelope(shape);
        }
    }

    private static Optional<Geometry> envelope(Slice shape) {
        try {
            com.esri.core.geometry.Envelope envelope = GeometrySerde.deserializeEnvelope(shape);
            if (envelope.isEmpty()) {
                return Optional.empty();
            }
            return Optional.of(new GeometryFactory()
                    .toGeometry(new Envelope(
                            envelope.getXMin(), envelope.getXMax(), envelope.getYMin(), envelope.getYMax())));
        } catch (RuntimeException e) {
            return Optional.empty();
        }
    }

    /** The shape of the plane that a shape of the globe is made of. */
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
                ? columnPoint(call.getArguments().get(0), call.getArguments().get(1))
                : Optional.empty();
    }

    /** The column of text or bytes that a geometry is made of. */
    private Optional<IndexedColumn> geometryColumn(ConnectorExpression expression) {
        if (!(expression instanceof Call call) || call.getArguments().size() != 1) {
            return Optional.empty();
        }
        ConnectorExpression argument = call.getArguments().getFirst();
        if (isGlobal(call, "st_geometryfromtext")) {
            return columns.apply(argument).filter(column -> column.type() instanceof VarcharType);
        }
        if (isGlobal(call, "st_geomfrombinary")) {
            return columns.apply(argument).filter(column -> column.type() instanceof VarbinaryType);
        }
        return Optional.empty();
    }

    private Optional<ColumnPoint> columnPoint(ConnectorExpression x, ConnectorExpression y) {
        Optional<IndexedColumn> columnX = columns.apply(x).filter(column -> column.type() == DOUBLE);
        Optional<IndexedColumn> columnY = columns.apply(y).filter(column -> column.type() == DOUBLE);
        return columnX.isPresent() && columnY.isPresent()
                ? Optional.of(new ColumnPoint(columnX.get(), columnY.get()))
                : Optional.empty();
    }

    private static Optional<Double> number(ConnectorExpression expression) {
        return expression instanceof Constant constant && constant.getType() == DOUBLE
                ? Optional.ofNullable((Double) constant.getValue())
                : Optional.empty();
    }

    private static Predicate in(IndexedColumn geometry, Area area) {
        return new InBoxes(
                List.of(geometry),
                area.boxes().stream()
                        .map(box -> new InBoxes.Box(box.minX(), box.maxX(), box.minY(), box.maxY()))
                        .collect(toImmutableList()));
    }

    /** Said of each column, for their bounds; for boxes around points it is understood as it is. */
    private static Predicate in(ColumnPoint point, Area area) {
        return Predicate.or(area.boxes().stream()
                .map(box -> Predicate.and(List.of(
                        between(point.x(), box.minX(), box.maxX()), between(point.y(), box.minY(), box.maxY()))))
                .collect(toImmutableList()));
    }

    private static Predicate between(IndexedColumn column, double low, double high) {
        return new Predicate.InSet(column, ValueSet.ofRanges(Range.range(DOUBLE, low, true, high, true)));
    }
}
