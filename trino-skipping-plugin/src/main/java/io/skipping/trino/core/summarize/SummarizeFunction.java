// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.summarize;

import static io.trino.spi.type.VarcharType.VARCHAR;
import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableList;
import com.google.inject.Inject;
import io.airlift.slice.Slice;
import io.airlift.units.DataSize;
import io.skipping.index.build.RangeSizes;
import io.skipping.trino.core.config.SkippingConfig;
import io.skipping.trino.core.release.AccessChecks;
import io.trino.spi.StandardErrorCode;
import io.trino.spi.TrinoException;
import io.trino.spi.connector.ConnectorAccessControl;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.connector.ConnectorTransactionHandle;
import io.trino.spi.connector.SchemaTableName;
import io.trino.spi.function.table.AbstractConnectorTableFunction;
import io.trino.spi.function.table.Argument;
import io.trino.spi.function.table.Descriptor;
import io.trino.spi.function.table.ReturnTypeSpecification.DescribedTable;
import io.trino.spi.function.table.ScalarArgument;
import io.trino.spi.function.table.ScalarArgumentSpecification;
import io.trino.spi.function.table.TableFunctionAnalysis;
import java.util.Map;
import java.util.Optional;

/**
 * Implements {@code TABLE(system.summarize(schema_name => …, table_name => …))}. The workers summarise all objects
 * whose current version has no summary, and the function reports progress row by row. The summaries take effect when
 * {@code publish_index} is called with the name of the build.
 */
public class SummarizeFunction extends AbstractConnectorTableFunction {
    private static final RangeSizes GROWING = new RangeSizes(256 * 1024, 1024 * 1024);

    private final Summarizable tables;
    private final Optional<DataSize> configured;

    @Inject
    public SummarizeFunction(Summarizable tables, SkippingConfig config) {
        super(
                "system",
                "summarize",
                ImmutableList.of(
                        text("SCHEMA_NAME").build(),
                        text("TABLE_NAME").build(),
                        text("RANGE_SIZE").defaultValue(null).build()),
                new DescribedTable(new Descriptor(Events.COLUMNS)));
        this.tables = requireNonNull(tables, "tables is null");
        this.configured = config.getRangeSize();
    }

    private static ScalarArgumentSpecification.Builder text(String name) {
        return ScalarArgumentSpecification.builder().name(name).type(VARCHAR);
    }

    @Override
    public TableFunctionAnalysis analyze(
            ConnectorSession session,
            ConnectorTransactionHandle transaction,
            Map<String, Argument> arguments,
            ConnectorAccessControl accessControl) {
        SchemaTableName name =
                new SchemaTableName(required(arguments, "SCHEMA_NAME"), required(arguments, "TABLE_NAME"));
        // a summary shows values, and is written next to the data. What is checked first tells nobody else whether
        // there is a table
        AccessChecks.insert(accessControl, null, name);
        Summarizable.Call call = tables.call(transaction, session, name, rangeSizes(arguments));
        AccessChecks.select(accessControl, null, name, call.columns());
        return TableFunctionAnalysis.builder().handle(call.handle()).build();
    }

    private RangeSizes rangeSizes(Map<String, Argument> arguments) {
        Optional<String> value = optional(arguments, "RANGE_SIZE");
        try {
            Optional<DataSize> fixed = value.map(DataSize::valueOf).or(() -> configured);
            if (fixed.isPresent() && fixed.get().toBytes() < 4096) {
                throw new TrinoException(
                        StandardErrorCode.INVALID_FUNCTION_ARGUMENT, "range_size must be at least 4kB: " + fixed.get());
            }
            return fixed.map(size -> RangeSizes.fixed(size.toBytes())).orElse(GROWING);
        } catch (IllegalArgumentException e) {
            throw new TrinoException(
                    StandardErrorCode.INVALID_FUNCTION_ARGUMENT,
                    "range_size must be a size such as '1MB', not '%s'".formatted(value.orElse("")));
        }
    }

    private static String required(Map<String, Argument> arguments, String name) {
        return optional(arguments, name)
                .orElseThrow(() -> new TrinoException(
                        StandardErrorCode.INVALID_FUNCTION_ARGUMENT,
                        name.toLowerCase(java.util.Locale.ENGLISH) + " must not be NULL"));
    }

    private static Optional<String> optional(Map<String, Argument> arguments, String name) {
        return Optional.ofNullable((Slice) ((ScalarArgument) arguments.get(name)).getValue())
                .map(Slice::toStringUtf8);
    }
}
