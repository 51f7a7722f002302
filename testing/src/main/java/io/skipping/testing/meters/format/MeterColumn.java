// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.meters.format;

import static io.trino.spi.type.BigintType.BIGINT;
import static io.trino.spi.type.DoubleType.DOUBLE;
import static io.trino.spi.type.IntegerType.INTEGER;
import static io.trino.spi.type.VarcharType.VARCHAR;

import io.trino.spi.type.Type;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Lists the columns of the table, in order. */
public enum MeterColumn {
    /** Holds the time of the reading, in seconds since 1970. */
    DATE(BIGINT),
    /** Holds the total consumption ever counted, in kWh: {@link #SUMHC} + {@link #SUMHP}. */
    INDEX(DOUBLE),
    /** Holds the off-peak ("heures creuses") consumption ever counted, in kWh. */
    SUMHC(DOUBLE),
    /** Holds the peak ("heures pleines") consumption ever counted, in kWh. */
    SUMHP(DOUBLE),
    /** Holds {@code elec} or {@code gas}. */
    TYPE(VARCHAR),
    /** Holds the id of the meter. */
    VID(BIGINT),
    /** Holds the floor area of the dwelling, in m². */
    SIZE(INTEGER),
    /** Holds the outside temperature, in °C. */
    TEMP(DOUBLE),
    /** Holds the name of the town. */
    CITY(VARCHAR),
    /** Holds the number of the département, 1 to 95. */
    REGION(INTEGER),
    /** Holds the latitude of the meter, in degrees. */
    LATITUDE(DOUBLE),
    /** Holds the longitude of the meter, in degrees. */
    LONGITUDE(DOUBLE);

    private final Type type;

    MeterColumn(Type type) {
        this.type = type;
    }

    /** Returns the name of the column as Hive keeps it, in lower case. */
    public String columnName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the type of the column in Trino. */
    public Type type() {
        return type;
    }

    static List<String> names() {
        return Stream.of(values()).map(MeterColumn::columnName).toList();
    }

    /** Returns the types of all columns, in order. */
    public static List<Type> types() {
        return Stream.of(values()).map(MeterColumn::type).toList();
    }
}
