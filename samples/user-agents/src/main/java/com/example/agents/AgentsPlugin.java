// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package com.example.agents;

import io.trino.spi.Plugin;
import java.util.Set;

/** Registers the function with Trino. */
public final class AgentsPlugin implements Plugin {
    @Override
    public Set<Class<?>> getFunctions() {
        return Set.of(AgentName.class);
    }
}
