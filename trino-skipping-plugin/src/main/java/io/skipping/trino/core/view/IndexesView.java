// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.view;

import static io.trino.spi.type.BigintType.BIGINT;
import static io.trino.spi.type.BooleanType.BOOLEAN;
import static io.trino.spi.type.TimestampWithTimeZoneType.TIMESTAMP_TZ_MILLIS;
import static io.trino.spi.type.VarcharType.VARCHAR;

import com.google.common.collect.ImmutableList;
import io.skipping.index.IndexDefinition;
import io.skipping.index.IndexedColumn;
import io.skipping.index.LiveObject;
import io.skipping.index.ObjectVersion;
import io.skipping.index.predicate.Predicate;
import io.skipping.index.snapshot.IndexSnapshot;
import io.skipping.index.snapshot.ObjectVerdict;
import io.skipping.index.snapshot.Segment;
import io.skipping.index.store.TableIndex;
import io.skipping.index.store.TableIndex.Inspection;
import io.skipping.trino.core.page.RowWriter;
import io.trino.spi.type.ArrayType;
import io.trino.spi.type.MapType;
import io.trino.spi.type.TypeManager;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** Shows in {@code "t$indexes"} which indexes a table has, and how much of the table they cover. */
public final class IndexesView extends IndexView {
    public IndexesView(TypeManager typeManager) {
        super(
                "$indexes",
                ImmutableList.of(
                        column("index_name", VARCHAR),
                        column("index_type", VARCHAR),
                        column("columns", new ArrayType(VARCHAR)),
                        column("options", new MapType(VARCHAR, VARCHAR, typeManager.getTypeOperators())),
                        column("requested", BOOLEAN),
                        column("objects_indexed", BIGINT),
                        column("objects_total", BIGINT),
                        column("objects_stale", BIGINT),
                        column("bytes_indexed", BIGINT),
                        column("bytes_total", BIGINT),
                        column("ranges", BIGINT),
                        column("index_bytes", BIGINT),
                        column("snapshot", VARCHAR),
                        column("published", TIMESTAMP_TZ_MILLIS),
                        column("next_build", VARCHAR),
                        column("problem", VARCHAR)));
    }

    @Override
    boolean showsValues() {
        return false;
    }

    @Override
    void write(Question question, RowWriter rows) {
        TableIndex index = question.index();
        Map<String, IndexDefinition> requested = new LinkedHashMap<>();
        index.requested().forEach(definition -> requested.put(definition.name(), definition));
        Inspection inspection = index.inspect();
        // a state that exists only in this server's memory covers nothing
        Optional<IndexSnapshot> snapshot = inspection.problem().isPresent() ? Optional.empty() : index.current();
        Map<String, IndexDefinition> all = new LinkedHashMap<>(requested);
        inspection.definitions().forEach(definition -> all.putIfAbsent(definition.name(), definition));
        snapshot.ifPresent(
                state -> state.definitions().forEach(definition -> all.putIfAbsent(definition.name(), definition)));
        if (all.isEmpty()) {
            return;
        }
        List<IndexDefinition> next = question.definitions()
                .apply(snapshot.map(IndexSnapshot::definitions).orElse(inspection.definitions()));
        next.forEach(definition -> all.put(definition.name(), definition));
        all.values().removeIf(question.visible().get().negate());
        if (all.isEmpty()) {
            return;
        }
        List<IndexDefinition> before = snapshot.map(IndexSnapshot::definitions).orElse(List.of());

        // once for all rows, because a store may have to be asked
        OptionalLong storedBytes = snapshot.map(IndexSnapshot::storedBytes).orElse(OptionalLong.of(0));
        Long indexBytes = storedBytes.isPresent() ? (Long) storedBytes.getAsLong() : null;
        Coverage coverage = Coverage.of(snapshot, question.objects().get());
        all.forEach((name, definition) -> {
            boolean built =
                    before.stream().anyMatch(candidate -> candidate.name().equals(name));
            Covered covered = coverage.by(name);
            rows.add(
                    name,
                    definition.type(),
                    definition.columns().stream().map(IndexedColumn::name).toList(),
                    definition.options(),
                    requested.containsKey(name),
                    covered.objects,
                    coverage.total,
                    built ? coverage.stale : 0L,
                    covered.bytes,
                    coverage.totalBytes,
                    built ? snapshot.get().rangeCount() : 0L,
                    indexBytes,
                    snapshot.map(IndexSnapshot::id).orElse(null),
                    snapshot.map(state -> Instant.ofEpochMilli(state.publishedMillis()))
                            .orElse(null),
                    !next.contains(definition) ? "drop" : before.contains(definition) ? "keep" : "add",
                    inspection.problem().orElse(null));
        });
    }

    /** Counts the objects that one index summarises. */
    private static final class Covered {
        private long objects;
        private long bytes;

        void add(long size) {
            objects++;
            bytes += size;
        }
    }

    private static final class Coverage {
        private static final Covered NOTHING = new Covered();

        private final Map<String, Covered> byIndex = new HashMap<>();
        private long total;
        private long totalBytes;
        private long stale;

        static Coverage of(Optional<IndexSnapshot> snapshot, List<LiveObject> objects) {
            Coverage coverage = new Coverage();
            List<ObjectVerdict> verdicts = snapshot.map(
                            state -> state.plan(Predicate.ALWAYS).lookup(objects))
                    .orElseGet(() -> objects.stream()
                            .map(_ -> (ObjectVerdict) ObjectVerdict.UNINDEXED)
                            .toList());
            Map<String, Long> known = new HashMap<>();
            for (int i = 0; i < objects.size(); i++) {
                ObjectVersion version = objects.get(i).version();
                coverage.total++;
                coverage.totalBytes += version.size();
                switch (verdicts.get(i)) {
                    case ObjectVerdict.Known _ -> known.put(version.path(), version.size());
                    case ObjectVerdict.Stale _ -> coverage.stale++;
                    case ObjectVerdict.Unindexed _ -> {}
                }
            }
            snapshot.ifPresent(state -> state.segments().forEach(segment -> coverage.add(state, segment, known)));
            return coverage;
        }

        /**
         * Adds a segment. Not every index knows the same objects: an index that was turned off does not know those that
         * were summarised afterwards.
         */
        private void add(IndexSnapshot state, Segment segment, Map<String, Long> known) {
            List<Covered> indexes = segment.definitions().stream()
                    .map(definition -> state.shown(definition).name())
                    .distinct()
                    .map(name -> byIndex.computeIfAbsent(name, _ -> new Covered()))
                    .toList();
            for (int object = 0; object < segment.objects().count(); object++) {
                Long size = known.get(segment.objects().path(object).toStringUtf8());
                if (size != null) {
                    indexes.forEach(index -> index.add(size));
                }
            }
        }

        Covered by(String index) {
            return byIndex.getOrDefault(index, NOTHING);
        }
    }
}
