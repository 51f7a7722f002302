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
    /** Time of the reading, seconds since 1970. */
    DATE(BIGINT),
    /** Total consumption ever counted, kWh: {@link #SUMHC} + {@link #SUMHP}. */
    INDEX(DOUBLE),
    /** Off-peak ("heures creuses") consumption ever counted, kWh. */
    SUMHC(DOUBLE),
    /** Peak ("heures pleines") consumption ever counted, kWh. */
    SUMHP(DOUBLE),
    /** {@code elec} or {@code gas}. */
    TYPE(VARCHAR),
    /** Id of the meter. */
    VID(BIGINT),
    /** Floor area of the dwelling, m². */
    SIZE(INTEGER),
    /** Outside temperature, °C. */
    TEMP(DOUBLE),
    CITY(VARCHAR),
    /** Number of the département, 1 to 95. */
    REGION(INTEGER),
    /** Degrees. */
    LATITUDE(DOUBLE),
    /** Degrees. */
    LONGITUDE(DOUBLE);

    private final Type type;

    MeterColumn(Type type) {
        this.type = type;
    }

    /** Returns the name of the column as Hive keeps it, in lower case. */
    public String columnName() {
        return name().toLowerCase(Locale.ROOT);
    }

    public Type type() {
        return type;
    }

    static List<String> names() {
        return Stream.of(values()).map(MeterColumn::columnName).toList();
    }

    public static List<Type> types() {
        return Stream.of(values()).map(MeterColumn::type).toList();
    }
}
