// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.index;

import static io.trino.spi.type.BigintType.BIGINT;
import static io.trino.spi.type.IntegerType.INTEGER;
import static io.trino.spi.type.VarcharType.VARCHAR;
import static io.trino.type.InternalTypeManager.TESTING_TYPE_MANAGER;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import com.google.common.reflect.Reflection;
import io.skipping.index.IndexDefinition;
import io.skipping.index.IndexedColumn;
import io.skipping.index.predicate.Predicate;
import io.skipping.index.snapshot.IndexSnapshot;
import io.skipping.index.store.TableIndex;
import io.skipping.index.type.RangeBounds;
import io.skipping.index.value.Key;
import io.skipping.index.value.KeySet;
import io.skipping.index.value.ScalarType;
import io.skipping.trino.core.path.ColumnNames;
import io.skipping.trino.core.path.ColumnPath;
import io.skipping.trino.core.path.ColumnPaths;
import io.trino.spi.type.RowType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.testng.annotations.Test;

/** An index that keeps columns under other names than those of the table. */
public class TestNamedIndex {
    private static final RowType SHOWN_ROW = RowType.rowType(RowType.field("town", VARCHAR));
    private static final RowType KEPT_ROW = RowType.rowType(RowType.field("#21", VARCHAR));

    private static final IndexedColumn ID = new IndexedColumn("id", ScalarType.BIGINT, "3:iceberg");
    private static final IndexedColumn KEPT_ID = new IndexedColumn("#3", ScalarType.BIGINT, "3:iceberg");
    private static final IndexedColumn TOWN = new IndexedColumn("place.town", ScalarType.VARCHAR, "5:iceberg");
    private static final IndexedColumn KEPT_TOWN = new IndexedColumn("\"#5\".\"#21\"", ScalarType.VARCHAR, "5:iceberg");
    /** a column that the table no longer has */
    private static final IndexedColumn KEPT_GONE = new IndexedColumn("#7", ScalarType.BIGINT, "7:iceberg");

    private static final ColumnNames NAMES = ColumnNames.of(
            List.of(
                    new ColumnNames.Pair(ColumnPath.of(ID, BIGINT), ColumnPath.of(KEPT_ID, BIGINT)),
                    new ColumnNames.Pair(
                            ColumnPath.of(ofRow("place", SHOWN_ROW), SHOWN_ROW),
                            ColumnPath.of(ofRow("#5", KEPT_ROW), KEPT_ROW))),
            new ColumnPaths(TESTING_TYPE_MANAGER));

    /** of a table whose columns have only been promoted */
    private static final ColumnNames PROMOTED = NAMES.withHistory(_ -> true);

    private static IndexedColumn ofRow(String name, RowType type) {
        return new IndexedColumn(name, ScalarType.other(type.getTypeId().getId()), "5:iceberg");
    }

    private static IndexDefinition bloom(IndexedColumn... columns) {
        return new IndexDefinition("bloom", ImmutableList.copyOf(columns), Map.of());
    }

    /** Answers calls of one method, and remembers the first argument of the last one. */
    private static <T> T fake(Class<T> type, String method, Object answer, List<Object> asked) {
        return Reflection.newProxy(type, (_, called, arguments) -> {
            assertThat(called.getName()).isEqualTo(method);
            asked.add(arguments == null ? "" : arguments[0]);
            return answer;
        });
    }

    @Test
    public void testPredicates() {
        assertThat(asked(new Predicate.IsNull(ID))).isEqualTo(new Predicate.IsNull(KEPT_ID));
        assertThat(asked(new Predicate.IsNull(TOWN))).isEqualTo(new Predicate.IsNull(KEPT_TOWN));
        assertThat(asked(Predicate.and(List.of(
                        new Predicate.IsNull(ID),
                        Predicate.or(List.of(new Predicate.IsNull(TOWN), new Predicate.IsNull(ID)))))))
                .isEqualTo(Predicate.and(List.of(
                        new Predicate.IsNull(KEPT_ID),
                        Predicate.or(List.of(new Predicate.IsNull(KEPT_TOWN), new Predicate.IsNull(KEPT_ID))))));
        assertThat(asked(Predicate.ALWAYS)).isEqualTo(Predicate.ALWAYS);
        assertThat(asked(Predicate.NEVER)).isEqualTo(Predicate.NEVER);
    }

    /** Summaries say nothing about a column that the table does not have, or has with another type. */
    @Test
    public void testOtherColumnsAreUnknown() {
        for (IndexedColumn other : List.of(
                new IndexedColumn("id", ScalarType.BIGINT, "4:iceberg"),
                new IndexedColumn("id", ScalarType.INTEGER, "3:iceberg"),
                new IndexedColumn("number", ScalarType.BIGINT, "3:iceberg"),
                KEPT_ID,
                KEPT_GONE)) {
            assertThat(asked(new Predicate.IsNull(other))).as(other.toString()).isEqualTo(Predicate.UNKNOWN);
        }
    }

    private static Object asked(Predicate predicate) {
        return asked(predicate, bloom(KEPT_ID), bloom(KEPT_TOWN));
    }

    /** Returns what an index with some definitions is asked. */
    private static Object asked(Predicate predicate, IndexDefinition... definitions) {
        return asked(PROMOTED, predicate, definitions);
    }

    private static Object asked(ColumnNames names, Predicate predicate, IndexDefinition... definitions) {
        List<Object> asked = new ArrayList<>();
        NamedSnapshot.of(withDefinitions(fake(IndexSnapshot.class, "plan", null, asked), definitions), names)
                .plan(predicate);
        return asked.getLast();
    }

    private static IndexSnapshot withDefinitions(IndexSnapshot others, IndexDefinition... definitions) {
        return Reflection.newProxy(
                IndexSnapshot.class,
                (_, called, arguments) -> called.getName().equals("definitions")
                        ? List.of(definitions)
                        : called.invoke(others, arguments));
    }

    @Test
    public void testDefinitions() {
        IndexSnapshot stored = fake(
                IndexSnapshot.class,
                "definitions",
                List.of(bloom(KEPT_ID, KEPT_TOWN), bloom(KEPT_GONE)),
                new ArrayList<>());
        assertThat(NamedSnapshot.of(stored, NAMES).definitions()).containsExactly(bloom(ID, TOWN), bloom(KEPT_GONE));
        assertThat(NamedSnapshot.of(stored, ColumnNames.SAME)).isSameAs(stored);
    }

    @Test
    public void testSummariesOfColumns() {
        List<Object> asked = new ArrayList<>();
        IndexSnapshot stored = withDefinitions(fake(IndexSnapshot.class, "hasSummaries", true, asked));
        assertThat(NamedSnapshot.of(stored, NAMES).hasSummaries(bloom(TOWN))).isTrue();
        assertThat(asked).containsExactly(bloom(KEPT_TOWN));
        IndexSnapshot unasked = fake(IndexSnapshot.class, "none", null, asked);
        assertThat(NamedSnapshot.of(unasked, NAMES).bounds(null, KEPT_GONE)).isEqualTo(Optional.empty());
    }

    /** A request is for a column, whatever its type has become. */
    @Test
    public void testRequestsOfPromotedColumns() {
        IndexedColumn before = new IndexedColumn("#3", ScalarType.INTEGER, "3:iceberg");
        TableIndex stored = fake(TableIndex.class, "requested", List.of(bloom(before)), new ArrayList<>());
        assertThat(new NamedIndex(stored, NAMES).requested()).containsExactly(bloom(ID));
    }

    /** Summaries of a column decide conditions on it after it has got a wider type. */
    @Test
    public void testSummariesOfPromotedColumns() {
        IndexedColumn before = new IndexedColumn("#3", ScalarType.INTEGER, "3:iceberg");
        Predicate isNull = new Predicate.IsNull(before);
        assertThat(asked(new Predicate.IsNull(ID), bloom(before))).isEqualTo(isNull);
        assertThat(asked(new Predicate.IsNull(ID), bloom(before), bloom(KEPT_ID)))
                .as("some files have been summarised since")
                .isEqualTo(Predicate.and(List.of(new Predicate.IsNull(KEPT_ID), isNull)));
        assertThat(asked(new Predicate.IsNull(ID), bloom(new IndexedColumn("#3", ScalarType.VARCHAR, "3:iceberg"))))
                .as("another type")
                .isEqualTo(new Predicate.IsNull(KEPT_ID));
        assertThat(asked(new Predicate.IsNull(ID), bloom(new IndexedColumn("#3", ScalarType.INTEGER, "4:iceberg"))))
                .as("another column")
                .isEqualTo(new Predicate.IsNull(KEPT_ID));
        assertThat(asked(NAMES, new Predicate.IsNull(ID), bloom(before)))
                .as("a column of which nothing tells that its type has not changed otherwise")
                .isEqualTo(new Predicate.IsNull(KEPT_ID));

        List<Object> asked = new ArrayList<>();
        IndexSnapshot former = withDefinitions(
                fake(IndexSnapshot.class, "deciding", List.of(bloom(before)), asked), bloom(before), bloom(KEPT_ID));
        assertThat(NamedSnapshot.of(former, NAMES).definitions()).containsExactly(bloom(ID));
        assertThat(NamedSnapshot.of(former, PROMOTED).deciding(new Predicate.IsNull(ID)))
                .containsExactly(bloom(ID));
        assertThat(asked).containsExactly(new Predicate.IsNull(KEPT_ID), isNull);
    }

    /** Summaries of a column decide conditions on an older version of it, which has a narrower type. */
    @Test
    public void testSummariesOfColumnsThatArePromotedLater() {
        IndexedColumn later = new IndexedColumn("#5", ScalarType.BIGINT, "5:iceberg");
        IndexedColumn kept = new IndexedColumn("#5", ScalarType.INTEGER, "5:iceberg");
        IndexedColumn shown = new IndexedColumn("n", ScalarType.INTEGER, "5:iceberg");
        ColumnNames unsure = ColumnNames.of(
                List.of(new ColumnNames.Pair(ColumnPath.of(shown, INTEGER), ColumnPath.of(kept, INTEGER))),
                new ColumnPaths(TESTING_TYPE_MANAGER));
        ColumnNames older = unsure.withHistory(_ -> true);
        Predicate condition = new Predicate.InSet(
                shown, KeySet.ofValues(ScalarType.INTEGER, List.of(Key.of(51))).orElseThrow());
        Predicate widened = new Predicate.InSet(
                later, KeySet.ofValues(ScalarType.BIGINT, List.of(Key.of(51))).orElseThrow());
        assertThat(asked(older, condition, bloom(later))).isEqualTo(widened);
        assertThat(asked(unsure, new Predicate.IsNull(shown), bloom(later)))
                .as("a column of which nothing tells that its type has not changed otherwise")
                .isEqualTo(new Predicate.IsNull(kept));

        List<Object> asked = new ArrayList<>();
        IndexSnapshot promoted =
                withDefinitions(fake(IndexSnapshot.class, "deciding", List.of(bloom(later)), asked), bloom(later));
        assertThat(NamedSnapshot.of(promoted, older).definitions()).containsExactly(bloom(shown));
        assertThat(NamedSnapshot.of(promoted, unsure).definitions()).containsExactly(bloom(later));
        assertThat(NamedSnapshot.of(promoted, older).deciding((Predicate.Leaf) condition))
                .containsExactly(bloom(shown));
        assertThat(asked).containsExactly(widened);
    }

    /** Checks that each range is described by the summary that it has, whichever type that is of. */
    @Test
    public void testBoundsOfPromotedColumns() {
        IndexedColumn before = new IndexedColumn("#3", ScalarType.INTEGER, "3:iceberg");
        RangeBounds old = new RangeBounds(1, Optional.of(Key.of(-5)), Optional.of(Key.of(7)), true, false, false);
        RangeBounds now = new RangeBounds(0, Optional.of(Key.of(1L << 40)), Optional.empty(), true, true, false);
        IndexSnapshot stored = Reflection.newProxy(IndexSnapshot.class, (_, called, arguments) -> {
            assertThat(called.getName()).isEqualTo("bounds");
            return arguments[1].equals(before)
                    ? Optional.of(List.of(Optional.of(old), Optional.empty(), Optional.empty()))
                    : Optional.of(List.of(Optional.empty(), Optional.of(now), Optional.empty()));
        });
        IndexSnapshot both = withDefinitions(stored, bloom(before), bloom(KEPT_ID));
        assertThat(NamedSnapshot.of(both, PROMOTED).bounds(null, ID))
                .hasValue(List.of(Optional.of(old), Optional.of(now), Optional.empty()));
        assertThat(NamedSnapshot.of(both, NAMES).bounds(null, ID))
                .as("of a column whose type may have changed otherwise")
                .hasValue(List.of(Optional.empty(), Optional.of(now), Optional.empty()));
    }

    /** Checks that what was requested of columns that are gone remains. */
    @Test
    @SuppressWarnings("unchecked")
    public void testRequests() {
        List<Object> asked = new ArrayList<>();
        new NamedIndex(fake(TableIndex.class, "request", null, asked), NAMES).request(requested -> {
            assertThat(requested).containsExactly(bloom(ID), bloom(KEPT_GONE));
            return ImmutableList.<IndexDefinition>builder()
                    .addAll(requested)
                    .add(bloom(TOWN))
                    .build();
        });
        assertThat(((UnaryOperator<List<IndexDefinition>>) asked.getLast())
                        .apply(List.of(bloom(KEPT_ID), bloom(KEPT_GONE))))
                .containsExactly(bloom(KEPT_ID), bloom(KEPT_GONE), bloom(KEPT_TOWN));
    }
}
