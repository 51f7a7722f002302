// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.iceberg.statistics;

import static com.google.common.collect.ImmutableSet.toImmutableSet;

import io.trino.plugin.iceberg.aggregation.DataSketchState;
import io.trino.plugin.iceberg.aggregation.IcebergThetaSketchForStats;
import io.trino.spi.block.BlockBuilder;
import io.trino.spi.block.ValueBlock;
import io.trino.spi.expression.FunctionName;
import io.trino.spi.function.AggregationFunction;
import io.trino.spi.function.AggregationState;
import io.trino.spi.function.BlockIndex;
import io.trino.spi.function.BlockPosition;
import io.trino.spi.function.CombineFunction;
import io.trino.spi.function.InputFunction;
import io.trino.spi.function.OutputFunction;
import io.trino.spi.function.SqlType;
import io.trino.spi.function.TypeParameter;
import io.trino.spi.statistics.ColumnStatisticMetadata;
import io.trino.spi.statistics.TableStatisticsMetadata;
import io.trino.spi.type.StandardTypes;
import io.trino.spi.type.Type;

/**
 * Makes the sketch of a column's distinct values, as the aggregation of Trino's own Iceberg plugin does, under another
 * name: a server does not start if two plugins register a function of one name, and without that plugin nobody registers
 * the other one.
 */
@AggregationFunction(value = DistinctValues.NAME, hidden = true)
public final class DistinctValues {
    static final String NAME = "$skipping_iceberg_theta_stat";

    private static final FunctionName OF_ICEBERG = new FunctionName(IcebergThetaSketchForStats.NAME);
    private static final FunctionName FUNCTION = new FunctionName(NAME);

    private DistinctValues() {}

    /** Returns the statistics that Iceberg asks for, computed by this function in place of Iceberg's. */
    public static TableStatisticsMetadata collectedHere(TableStatisticsMetadata ofIceberg) {
        return new TableStatisticsMetadata(
                ofIceberg.getColumnStatistics().stream()
                        .map(DistinctValues::collectedHere)
                        .collect(toImmutableSet()),
                ofIceberg.getTableStatistics(),
                ofIceberg.getGroupingColumns());
    }

    private static ColumnStatisticMetadata collectedHere(ColumnStatisticMetadata statistic) {
        // Iceberg knows the result by the id, and not by the function
        return statistic.getStatisticTypeIfPresent().isEmpty()
                        && statistic.getAggregation().equals(OF_ICEBERG)
                ? new ColumnStatisticMetadata(
                        statistic.getColumnName(), statistic.getConnectorAggregationId(), FUNCTION)
                : statistic;
    }

    @InputFunction
    @TypeParameter("T")
    public static void input(
            @TypeParameter("T") Type type,
            @AggregationState DataSketchState state,
            @BlockPosition @SqlType("T") ValueBlock block,
            @BlockIndex int index) {
        IcebergThetaSketchForStats.input(type, state, block, index);
    }

    @CombineFunction
    public static void combine(@AggregationState DataSketchState state, @AggregationState DataSketchState other) {
        IcebergThetaSketchForStats.combine(state, other);
    }

    @OutputFunction(StandardTypes.VARBINARY)
    public static void output(@AggregationState DataSketchState state, BlockBuilder out) {
        IcebergThetaSketchForStats.output(state, out);
    }
}
