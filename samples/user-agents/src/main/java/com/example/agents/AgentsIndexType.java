// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package com.example.agents;

import io.skipping.index.type.function.FunctionIndexType;
import io.skipping.index.value.Key;
import io.skipping.index.value.ScalarType;
import java.util.Optional;

/**
 * Indexes the programs that the lines of a range name, and decides predicates such as {@code agent_name(line) =
 * 'curl'}.
 */
public final class AgentsIndexType extends FunctionIndexType {
    public AgentsIndexType() {
        super("agents", "agent_name", ScalarType.VARCHAR);
    }

    @Override
    protected boolean accepts(ScalarType column) {
        return column.kind() == ScalarType.Kind.VARCHAR;
    }

    @Override
    protected Optional<Key> apply(Key value) {
        return Optional.of(Key.of(AgentName.of(value.asBytes())));
    }
}
