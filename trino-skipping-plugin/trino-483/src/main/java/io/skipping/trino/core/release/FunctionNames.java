// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.release;

import io.trino.spi.function.CatalogSchemaFunctionName;

/** Takes names of functions apart. */
public final class FunctionNames {
    private FunctionNames() {}

    /** Returns the name without the catalog and the schema. */
    public static String name(CatalogSchemaFunctionName function) {
        return function.functionName();
    }
}
