// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.layout;

import io.skipping.partitioner.ArrayRow;
import io.skipping.partitioner.ColumnType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.random.RandomGenerator;

/** Random values of a type of SQL, as literals, and as a model is to see them. */
enum TypedValues {
    TINYINT("tinyint", ColumnType.BIGINT) {
        @Override
        String fill(RandomGenerator random, ArrayRow row, int column) {
            return integer(random.nextInt(-128, 128), row, column);
        }
    },
    INTEGER("integer", ColumnType.BIGINT) {
        @Override
        String fill(RandomGenerator random, ArrayRow row, int column) {
            return integer(random.nextInt(-6000, 6000), row, column);
        }
    },
    BIGINT("bigint", ColumnType.BIGINT) {
        @Override
        String fill(RandomGenerator random, ArrayRow row, int column) {
            return integer(random.nextInt(10) == 0 ? random.nextLong() : random.nextInt(-6000, 6000), row, column);
        }
    },
    SHORT_DECIMAL("decimal(9,2)", ColumnType.BIGINT) {
        @Override
        String fill(RandomGenerator random, ArrayRow row, int column) {
            int unscaled = random.nextInt(-6000, 6000);
            row.set(column, (long) unscaled);
            return "'%s'".formatted(BigDecimal.valueOf(unscaled, 2));
        }
    },
    LONG_DECIMAL("decimal(38,2)", ColumnType.BIGINT) {
        @Override
        String fill(RandomGenerator random, ArrayRow row, int column) {
            BigInteger unscaled = random.nextInt(4) == 0
                    ? BigInteger.valueOf(random.nextLong()).multiply(BigInteger.valueOf(random.nextInt(1, 1000)))
                    : BigInteger.valueOf(random.nextInt(-6000, 6000));
            long nearest = unscaled.bitLength() < 64
                    ? unscaled.longValueExact()
                    : unscaled.signum() < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
            row.set(column, nearest);
            return "'%s'".formatted(new BigDecimal(unscaled, 2).toPlainString());
        }
    },
    DOUBLE("double", ColumnType.DOUBLE) {
        @Override
        String fill(RandomGenerator random, ArrayRow row, int column) {
            return floating(random, row, column);
        }
    },
    REAL("real", ColumnType.DOUBLE) {
        @Override
        String fill(RandomGenerator random, ArrayRow row, int column) {
            return floating(random, row, column);
        }
    },
    DATE("date", ColumnType.DATE) {
        @Override
        String fill(RandomGenerator random, ArrayRow row, int column) {
            int days = random.nextInt(-100, 1100);
            row.set(column, (long) days);
            return "'%s'".formatted(LocalDate.ofEpochDay(days));
        }
    },
    TIMESTAMP("timestamp(3)", ColumnType.TIMESTAMP) {
        @Override
        String fill(RandomGenerator random, ArrayRow row, int column) {
            long millis = random.nextLong(-1000, 1_100_000);
            row.set(column, 1000 * millis);
            return timestamp(1_000_000 * millis);
        }
    },
    LONG_TIMESTAMP("timestamp(9)", ColumnType.TIMESTAMP) {
        @Override
        String fill(RandomGenerator random, ArrayRow row, int column) {
            long nanos = random.nextLong(-1_000_000, 1_100_000_000_000L);
            row.set(column, Math.floorDiv(nanos, 1000));
            return timestamp(nanos);
        }
    },
    VARCHAR("varchar", ColumnType.VARCHAR) {
        @Override
        String fill(RandomGenerator random, ArrayRow row, int column) {
            String text = random.nextInt(10) == 0 ? "" : "text %d".formatted(random.nextInt(60));
            row.set(column, text);
            return "'%s'".formatted(text);
        }
    },
    CHAR("char(12)", ColumnType.VARCHAR) {
        @Override
        String fill(RandomGenerator random, ArrayRow row, int column) {
            String text = "text %d".formatted(random.nextInt(60));
            row.set(column, text);
            return "'%s'".formatted(text);
        }
    };

    private static final DateTimeFormatter NANOS = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSSSSSSSS");

    private final String sqlType;
    private final ColumnType type;

    TypedValues(String sqlType, ColumnType type) {
        this.sqlType = sqlType;
        this.type = type;
    }

    String sqlType() {
        return sqlType;
    }

    ColumnType type() {
        return type;
    }

    /** Sets a column to a random value, and gives what can be cast to it. */
    abstract String fill(RandomGenerator random, ArrayRow row, int column);

    private static String integer(long value, ArrayRow row, int column) {
        row.set(column, value);
        return "'%d'".formatted(value);
    }

    private static String floating(RandomGenerator random, ArrayRow row, int column) {
        double value = switch (random.nextInt(20)) {
            case 0 -> Double.NaN;
            case 1 -> Double.NEGATIVE_INFINITY;
            case 2 -> Double.POSITIVE_INFINITY;
            case 3 -> -0.0;
            // halves and quarters are the same in both types
            default -> random.nextInt(-120, 120) / 4.0;
        };
        row.set(column, value);
        return "'%s'".formatted(value);
    }

    private static String timestamp(long nanos) {
        return "'%s'"
                .formatted(NANOS.format(LocalDateTime.ofEpochSecond(
                        Math.floorDiv(nanos, 1_000_000_000L),
                        (int) Math.floorMod(nanos, 1_000_000_000L),
                        ZoneOffset.UTC)));
    }
}
