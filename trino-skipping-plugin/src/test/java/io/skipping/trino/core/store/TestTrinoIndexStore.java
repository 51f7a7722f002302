// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.skipping.index.IndexedTable;
import io.skipping.index.store.IndexAccess;
import io.skipping.index.store.IndexUser;
import io.trino.filesystem.memory.MemoryFileSystemFactory;
import io.trino.spi.security.ConnectorIdentity;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.testng.annotations.Test;

public class TestTrinoIndexStore {
    @Test
    public void testStatesAreRememberedForUsersWithoutCredentials() {
        List<IndexAccess> accesses = new ArrayList<>();
        TrinoIndexStore store = new TrinoIndexStore(
                (_, access) -> {
                    accesses.add(access);
                    return null;
                },
                new MemoryFileSystemFactory(),
                Optional.empty());
        IndexedTable table = new IndexedTable("grid", "meters", "memory:///meters");
        store.open(
                table,
                ConnectorIdentity.forUser("reader").withGroups(Set.of("group")).build());
        store.open(
                table,
                ConnectorIdentity.forUser("reader")
                        .withExtraCredentials(Map.of("token", "1"))
                        .build());
        assertThat(accesses)
                .extracting(IndexAccess::user)
                .containsExactly(Optional.of(new IndexUser("reader", Set.of("group"))), Optional.empty());
    }
}
