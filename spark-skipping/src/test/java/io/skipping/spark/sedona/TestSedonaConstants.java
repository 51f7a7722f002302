// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.sedona;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.function.Supplier;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.UserDefinedType;
import org.testng.annotations.Test;

/** Asks for constants that are no geometries, or cannot be read as such. {@code TestSedona} has geometries. */
public class TestSedonaConstants {
    /** A type of which the class is not, or not wholly, on the class path. */
    private static final class OddType extends UserDefinedType<Object> {
        private final transient Supplier<Class<?>> userClass;

        OddType(Supplier<Class<?>> userClass) {
            this.userClass = userClass;
        }

        @Override
        public DataType sqlType() {
            return DataTypes.BinaryType;
        }

        @Override
        public Object serialize(Object value) {
            return value;
        }

        @Override
        public Object deserialize(Object value) {
            return value;
        }

        @Override
        @SuppressWarnings("unchecked")
        public Class<Object> userClass() {
            return (Class<Object>) userClass.get();
        }
    }

    private static Expression literal(Supplier<Class<?>> userClass) {
        return new Literal(new byte[] {1}, new OddType(userClass));
    }

    @Test
    public void testClassesThatAreMissingAreNoFailure() {
        assertThat(SedonaConstants.geometry(literal(() -> {
                    throw new NoClassDefFoundError("org/locationtech/jts/geom/Geometry");
                })))
                .isEmpty();
        assertThat(SedonaConstants.geometry(literal(() -> null)))
                .as("a type of Python")
                .isEmpty();
    }

    @Test
    public void testOtherTypesAreLeftAlone() {
        assertThat(SedonaConstants.geometry(literal(() -> String.class))).isEmpty();
        assertThat(SedonaConstants.geometry(new Literal(null, new OddType(() -> String.class))))
                .isEmpty();
        assertThat(SedonaConstants.geometry(new Literal(7L, DataTypes.LongType)))
                .isEmpty();
    }

    @Test
    public void testNumbersAndTruthsAreOfTheirTypes() {
        assertThat(SedonaConstants.number(new Literal(1.5, DataTypes.DoubleType)))
                .contains(1.5);
        assertThat(SedonaConstants.number(new Literal(1, DataTypes.IntegerType)))
                .isEmpty();
        assertThat(SedonaConstants.number(new Literal(null, DataTypes.DoubleType)))
                .isEmpty();
        assertThat(SedonaConstants.truth(new Literal(true, DataTypes.BooleanType)))
                .contains(true);
        assertThat(SedonaConstants.truth(new Literal(null, DataTypes.BooleanType)))
                .isEmpty();
    }

    @Test
    public void testOtherConstantsAreNamedBySparkItself() {
        Expression seven = new Literal(7L, DataTypes.LongType);
        assertThat(SedonaConstants.asText(seven)).isSameAs(seven);
    }

    /** Tests run where the adapter is tested without it. */
    @Test
    public void testSedonaIsNotThere() {
        assertThatThrownBy(() -> Class.forName("org.apache.spark.sql.sedona_sql.UDT.GeometryUDT"))
                .isInstanceOf(ClassNotFoundException.class);
    }
}
