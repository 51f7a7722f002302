// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package com.example.agents;

import io.airlift.slice.Slice;
import io.skipping.index.type.FunctionIndexType;
import io.trino.spi.type.Type;
import io.trino.spi.type.VarcharType;
import java.util.Optional;

/** Keeps the programs that the lines of a range name: decides {@code agent_name(line) = 'curl'}. */
public final class AgentsIndexType extends FunctionIndexType {
    public AgentsIndexType() {
        super("agents", "agent_name", VarcharType.VARCHAR);
    }

    @Override
    protected boolean accepts(Type column) {
        return column instanceof VarcharType;
    }

    @Override
    protected Optional<Object> apply(Object value) {
        return Optional.of(AgentName.of((Slice) value));
    }
}
