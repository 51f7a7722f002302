// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.summarize;

import static io.trino.type.InternalTypeManager.TESTING_TYPE_MANAGER;
import static java.util.concurrent.CompletableFuture.completedFuture;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.collect.ImmutableList;
import com.google.common.reflect.Reflection;
import io.skipping.index.store.TableIndex;
import io.skipping.trino.core.engine.SplitBatch;
import io.skipping.trino.core.engine.SplitBatches;
import io.skipping.trino.core.path.ColumnPaths;
import io.trino.spi.connector.ConnectorSplit;
import io.trino.spi.connector.SchemaTableName;
import io.trino.spi.connector.TableNotFoundException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.testng.annotations.Test;

public class TestSummarizeBatches {
    /** While a build begins, its table is dropped, or renamed. */
    @Test
    public void testTablesThatVanish() {
        assertThat(changesOf(false)).containsExactly("beginBuild", "discard");
        assertThat(changesOf(true))
                .as("the index belongs to the table under its new name")
                .containsExactly("beginBuild", "abandon build");
    }

    /** Returns the calls that a build makes of the index of a table that is not there. */
    private static List<String> changesOf(boolean isIndexKeptByRename) {
        List<String> calls = new ArrayList<>();
        TableIndex index = Reflection.newProxy(TableIndex.class, (_, called, arguments) -> {
            calls.add(called.getName() + (arguments == null ? "" : " " + arguments[0]));
            return called.getName().equals("beginBuild") ? "build" : null;
        });
        ObjectsToSummarize<ConnectorSplit, String> objects = gone(isIndexKeptByRename);
        try (SummarizeBatches<ConnectorSplit, String> build =
                new SummarizeBatches<>(objects, index, new ColumnPaths(TESTING_TYPE_MANAGER), 1, Runnable::run)) {
            assertThatThrownBy(() -> build.next(1).join()).hasCauseInstanceOf(TableNotFoundException.class);
        }
        return calls;
    }

    @SuppressWarnings("unchecked")
    private static ObjectsToSummarize<ConnectorSplit, String> gone(boolean isIndexKeptByRename) {
        return Reflection.newProxy(ObjectsToSummarize.class, (_, called, _) -> switch (called.getName()) {
            case "isThere" -> false;
            case "isIndexKeptByRename" -> isIndexKeptByRename;
            case "table" -> new SchemaTableName("grid", "meters");
            case "list" -> new NoSplits();
            default -> throw new AssertionError(called);
        });
    }

    private static final class NoSplits implements SplitBatches {
        @Override
        public CompletableFuture<SplitBatch> next(int maxSize) {
            return completedFuture(new SplitBatch(ImmutableList.of(), true));
        }

        @Override
        public boolean isFinished() {
            return true;
        }

        @Override
        public void close() {}
    }
}
