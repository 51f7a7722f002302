// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core;

import io.trino.spi.expression.Call;

/** Distinguishes the engine's own functions from functions of catalogs, which can have any name and do anything. */
public final class GlobalFunctions {
    private GlobalFunctions() {}

    public static boolean isGlobal(Call call) {
        return call.getFunctionName().getCatalogSchema().isEmpty();
    }

    public static boolean isGlobal(Call call, String name) {
        return isGlobal(call) && call.getFunctionName().getName().equals(name);
    }
}
