// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.summarize;

import static io.trino.spi.function.table.TableFunctionProcessorState.Finished.FINISHED;
import static io.trino.spi.type.VarcharType.VARCHAR;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.reflect.Reflection;
import io.skipping.index.LiveObject;
import io.skipping.index.ObjectVersion;
import io.skipping.index.Profile;
import io.skipping.index.store.SegmentSink;
import io.skipping.index.store.TableIndex;
import io.skipping.trino.core.summarize.BuildReport.FailedObject;
import io.skipping.trino.core.summarize.RangeSummaries.RangeSummary;
import io.trino.spi.Page;
import io.trino.spi.block.Block;
import io.trino.spi.function.table.TableFunctionProcessorState;
import io.trino.spi.function.table.TableFunctionProcessorState.Processed;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.testng.annotations.Test;

public class TestSummarizeProcessor {
    /** One text can make a regular expression overflow the stack: the other objects are summarised all the same. */
    @Test
    public void testObjectsWhoseReadersThrowErrors() {
        for (Throwable thrown :
                List.of(new StackOverflowError(), new NoClassDefFoundError("Codec"), new AssertionError())) {
            List<String> events = events(new SummarizeProcessor<>(
                    BuildReport.none("build"), List.of(), List.of("bad", "good"), this::index, source(thrown)));
            assertThat(events).containsExactly("failed bad", "done null");
        }
    }

    @Test
    public void testMoreFailuresThanFitIntoAPage() {
        List<FailedObject> failed = IntStream.range(0, 5_000)
                .mapToObj(object -> new FailedObject("s3://bucket/object-" + object, 1, "reason ".repeat(100)))
                .toList();
        BuildReport report = new BuildReport("build", 0, 0, 0, 0, 0, 0, failed, "");
        assertThat(events(new SummarizeProcessor<>(report, List.of(), List.of(), this::index, source(null))))
                .filteredOn(event -> event.startsWith("failed"))
                .hasSize(5_000)
                .doesNotHaveDuplicates();
    }

    private static List<String> events(SummarizeProcessor<String> processor) {
        List<String> events = new ArrayList<>();
        for (TableFunctionProcessorState state = processor.process(); state != FINISHED; state = processor.process()) {
            Page page = ((Processed) state).getResult();
            for (int row = 0; row < page.getPositionCount(); row++) {
                events.add(text(page.getBlock(0), row) + " " + text(page.getBlock(7), row));
            }
        }
        return events;
    }

    private static String text(Block block, int row) {
        return block.isNull(row) ? null : VARCHAR.getSlice(block, row).toStringUtf8();
    }

    private TableIndex index() {
        SegmentSink sink = Reflection.newProxy(
                SegmentSink.class, (_, called, _) -> called.getName().equals("finish") ? 1L : null);
        return Reflection.newProxy(TableIndex.class, (_, _, _) -> sink);
    }

    private static UnitSource<String> source(Throwable thrown) {
        return new UnitSource<>() {
            @Override
            public LiveObject object(String unit) {
                return new LiveObject(new ObjectVersion(unit, 1, 1), Profile.of("csv"));
            }

            @Override
            public long bytes(String unit) {
                return 1;
            }

            @Override
            public boolean isFirst(String unit) {
                return true;
            }

            @Override
            public List<RangeSummary> summarize(String unit) {
                if (unit.equals("bad") && thrown instanceof Error error) {
                    throw error;
                }
                return List.of();
            }
        };
    }
}
