// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.iceberg.summarize;

import static java.util.Objects.requireNonNull;

import com.google.inject.Inject;
import com.google.inject.Provider;
import io.skipping.trino.core.summarize.SummarizeFunction;
import io.trino.plugin.base.classloader.ClassLoaderSafeConnectorTableFunction;
import io.trino.spi.function.table.ConnectorTableFunction;

/** Provides {@code system.summarize} beside Iceberg's own table functions. */
public class IcebergSummarizeFunction implements Provider<ConnectorTableFunction> {
    private final SummarizeFunction function;

    @Inject
    public IcebergSummarizeFunction(SummarizeFunction function) {
        this.function = requireNonNull(function, "function is null");
    }

    @Override
    public ConnectorTableFunction get() {
        return new ClassLoaderSafeConnectorTableFunction(function, getClass().getClassLoader());
    }
}
