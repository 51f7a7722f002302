// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.predicate;

import static org.assertj.core.api.Assertions.assertThat;

import io.skipping.index.value.ScalarType;
import java.time.LocalDate;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.UserDefinedType;
import org.testng.annotations.Test;

public class TestSparkTypes {
    /** Spark names a type of a user after its class, so that it may have the name of another type. */
    @Test
    public void testTypesOfUsersHaveNoScalar() {
        assertThat(new DateUDT().typeName()).isEqualTo(DataTypes.DateType.typeName());
        assertThat(SparkTypes.scalar(DataTypes.DateType)).contains(ScalarType.DATE);
        assertThat(SparkTypes.scalar(new DateUDT())).isEmpty();
    }

    /** Keeps a day as text. */
    private static final class DateUDT extends UserDefinedType<LocalDate> {
        @Override
        public DataType sqlType() {
            return DataTypes.StringType;
        }

        @Override
        public Object serialize(LocalDate day) {
            return day.toString();
        }

        @Override
        public LocalDate deserialize(Object day) {
            return LocalDate.parse(day.toString());
        }

        @Override
        public Class<LocalDate> userClass() {
            return LocalDate.class;
        }
    }
}
