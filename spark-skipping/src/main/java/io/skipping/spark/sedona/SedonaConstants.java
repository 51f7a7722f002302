// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.sedona;

import io.airlift.slice.Slice;
import io.airlift.slice.Slices;
import io.skipping.spark.catalyst.Replacement;
import java.util.Optional;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.UserDefinedType;
import org.apache.spark.unsafe.types.UTF8String;

/** Reads constants in calls of Sedona. Spark has folded calls of constants, such as those that parse text, into one. */
public final class SedonaConstants {
    private static final String JTS = "org.locationtech.jts.";

    private SedonaConstants() {}

    /**
     * Returns a geometry as well-known binary of two dimensions, which are all that the functions of the plane regard.
     *
     * @return empty if the expression is no constant geometry, or it cannot be read
     */
    static Optional<Slice> geometry(Expression expression) {
        if (!(expression instanceof Literal literal)
                || literal.value() == null
                || !(literal.dataType() instanceof UserDefinedType<?> type)) {
            return Optional.empty();
        }
        try {
            Class<?> geometry = type.userClass();
            // a geography is another class, with other functions
            if (!geometry.getName().equals(JTS + "geom.Geometry")) {
                return Optional.empty();
            }
            // the class loader of the adapter may not find the library, which came with Sedona
            Class<?> writer = Class.forName(JTS + "io.WKBWriter", true, geometry.getClassLoader());
            Object binary = writer.getMethod("write", geometry)
                    .invoke(writer.getConstructor().newInstance(), type.deserialize(literal.value()));
            return Optional.of(Slices.wrappedBuffer((byte[]) binary));
        } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
            // Spark evaluates the condition all the same
            return Optional.empty();
        }
    }

    /** Returns an expression with the text of constant geometries in their place, for people. */
    public static Expression asText(Expression expression) {
        return expression.transformDown(Replacement.of(
                Literal.class, literal -> geometry(literal).isPresent(), literal -> {
                    Object geometry = ((UserDefinedType<?>) literal.dataType()).deserialize(literal.value());
                    return Literal.create(UTF8String.fromString(geometry.toString()), DataTypes.StringType);
                }));
    }

    static Optional<Double> number(Expression expression) {
        return expression instanceof Literal literal && literal.value() instanceof Double number
                ? Optional.of(number)
                : Optional.empty();
    }

    static Optional<Boolean> truth(Expression expression) {
        return expression instanceof Literal literal && literal.value() instanceof Boolean truth
                ? Optional.of(truth)
                : Optional.empty();
    }
}
