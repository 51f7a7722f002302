// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner.spark;

import io.skipping.partitioner.LayoutModel;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.SparkSessionExtensions;
import org.apache.spark.sql.catalyst.FunctionIdentifier;
import org.apache.spark.sql.catalyst.expressions.ApplyFunctionExpression;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.ExpressionInfo;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.unsafe.types.UTF8String;
import scala.Tuple3;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;
import scala.runtime.AbstractFunction1;
import scala.runtime.BoxedUnit;

/**
 * Adds the SQL function {@code layout_partition(location, column, ...)}, which returns the number of a record's
 * partition. Set it in {@code spark.sql.extensions}. The location of the model's file must be a constant; the columns
 * are in the model's order.
 */
public final class LayoutExtensions extends AbstractFunction1<SparkSessionExtensions, BoxedUnit> {
    private static final String USAGE =
            "_FUNC_(location, column, ...) - The number of the partition, from 0 on, in the layout whose model is in the file at"
                    + " location. Columns come in the model's order.";
    private static final String EXAMPLES = """

            Examples:
              > SELECT _FUNC_('s3a://bucket/meters.json', latitude, longitude) FROM meters;
               17
        """;

    @Override
    public BoxedUnit apply(SparkSessionExtensions extensions) {
        ExpressionInfo info = new ExpressionInfo(
                LayoutFunction.class.getName(),
                null,
                LayoutFunction.NAME,
                USAGE,
                "",
                EXAMPLES,
                "",
                "",
                "",
                "",
                "scala_udf");
        extensions.injectFunction(new Tuple3<>(
                new FunctionIdentifier(LayoutFunction.NAME),
                info,
                new AbstractFunction1<Seq<Expression>, Expression>() {
                    @Override
                    public Expression apply(Seq<Expression> arguments) {
                        return call(CollectionConverters.asJava(arguments));
                    }
                }));
        return BoxedUnit.UNIT;
    }

    private static Expression call(List<Expression> arguments) {
        if (arguments.isEmpty()
                || !arguments.get(0).foldable()
                || !(arguments.get(0).dataType() instanceof StringType)
                || !(arguments.get(0).eval(null) instanceof UTF8String location)) {
            throw new IllegalArgumentException(
                    "%s needs the location of a layout's model, as a constant".formatted(LayoutFunction.NAME));
        }
        List<Expression> columns = arguments.subList(1, arguments.size());
        LayoutModel model = read(location.toString());
        LayoutFunction function = LayoutFunction.partition(
                model, columns.stream().map(Expression::dataType).toList());
        return new ApplyFunctionExpression(
                function, CollectionConverters.asScala(columns).toSeq());
    }

    private static LayoutModel read(String location) {
        try {
            return Layouts.read(SparkSession.active(), location);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
