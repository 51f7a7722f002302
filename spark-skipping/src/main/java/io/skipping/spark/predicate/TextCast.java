// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.predicate;

import static java.util.Objects.requireNonNull;

import io.skipping.index.value.ScalarType;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.spark.package$;
import org.apache.spark.sql.catalyst.expressions.BoundReference;
import org.apache.spark.sql.catalyst.expressions.Cast;
import org.apache.spark.sql.catalyst.expressions.EvalMode;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.unsafe.types.UTF8String;
import scala.Enumeration;
import scala.Option;

/**
 * Describes a cast of text, of which an index has the results. Spark itself casts, when an index is built. Its releases, and the modes of
 * one, may have different results for the same text, so that the origin of a column of an index names both.
 *
 * @param to a type that texts are cast to without knowledge of a time zone
 * @param mode what becomes of text that does not cast
 */
public record TextCast(ScalarType to, Mode mode) {
    private static final Set<ScalarType.Kind> TYPES = EnumSet.of(
            ScalarType.Kind.BOOLEAN,
            ScalarType.Kind.TINYINT,
            ScalarType.Kind.SMALLINT,
            ScalarType.Kind.INTEGER,
            ScalarType.Kind.BIGINT,
            ScalarType.Kind.REAL,
            ScalarType.Kind.DOUBLE,
            ScalarType.Kind.DECIMAL,
            ScalarType.Kind.DATE);

    /** such as 4.2 */
    private static final String RELEASE = Arrays.stream(
                    package$.MODULE$.SPARK_VERSION().split("\\."))
            .limit(2)
            .collect(Collectors.joining("."));

    /** Says what becomes of text that does not cast. */
    public enum Mode {
        /** The query fails, so that an index has no summary of a range with such text. */
        ANSI,
        /** It becomes NULL; some text casts that does not in the other modes. */
        LEGACY,
        /** It becomes NULL. */
        TRY;

        /** Returns the mode in which CAST is evaluated. */
        public static Mode ofCast(boolean ansi) {
            return ansi ? ANSI : LEGACY;
        }

        /** Returns what is behind the stored type of a text in the origin of a column that has its casts. */
        public String suffix() {
            return ":spark/%s/%s".formatted(RELEASE, name().toLowerCase(Locale.ENGLISH));
        }

        private Enumeration.Value ofSpark() {
            return switch (this) {
                case ANSI -> EvalMode.ANSI();
                case LEGACY -> EvalMode.LEGACY();
                case TRY -> EvalMode.TRY();
            };
        }
    }

    public TextCast {
        requireNonNull(to, "to is null");
        requireNonNull(mode, "mode is null");
    }

    /** Returns what a cast of a text does; empty if an index cannot have its results. */
    static Optional<TextCast> of(Cast cast) {
        return SparkTypes.scalar(cast.dataType())
                .filter(TextCast::canBe)
                .flatMap(to -> Arrays.stream(Mode.values())
                        .filter(mode -> mode.ofSpark().equals(cast.evalMode()))
                        .findFirst()
                        .map(mode -> new TextCast(to, mode)));
    }

    /**
     * Returns the type of a name that SQL has for it.
     *
     * @return empty if there is none, or an index cannot have casts to it
     */
    static Optional<ScalarType> type(String name) {
        String type = name.toLowerCase(Locale.ENGLISH).replace(" ", "");
        ScalarType named = switch (type) {
            case "int" -> ScalarType.INTEGER;
            case "float" -> ScalarType.REAL;
            default -> ScalarType.parse(type);
        };
        return Optional.of(named).filter(TextCast::canBe);
    }

    private static boolean canBe(ScalarType type) {
        return TYPES.contains(type.kind());
    }

    /**
     * Returns what casts one text after the other: to NULL, or with an exception, where the text does not cast. It is not thread-safe.
     */
    public Function<UTF8String, Object> caster() {
        GenericInternalRow row = new GenericInternalRow(1);
        Cast cast = new Cast(
                new BoundReference(0, DataTypes.StringType, true),
                SparkTypes.type(to),
                // no result depends on it
                Option.apply("UTC"),
                mode.ofSpark());
        return text -> {
            row.update(0, text);
            return cast.eval(row);
        };
    }

    /** Returns the cast as SQL. */
    String text(String of) {
        return "%s(%s AS %s)".formatted(mode == Mode.TRY ? "TRY_CAST" : "CAST", of, to);
    }
}
