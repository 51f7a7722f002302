// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.explain;

import static io.trino.spi.type.BigintType.BIGINT;
import static io.trino.spi.type.VarcharType.VARCHAR;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.airlift.slice.Slices;
import io.skipping.index.IndexedColumn;
import io.skipping.index.explain.Finding;
import io.skipping.index.explain.Remedy;
import io.skipping.index.predicate.Fragments;
import io.skipping.index.predicate.Predicate;
import io.skipping.index.value.Key;
import io.skipping.index.value.KeyRange;
import io.skipping.index.value.KeySet;
import io.skipping.trino.core.ScanTotals;
import io.skipping.trino.core.explain.AskedConditions.Asked;
import io.skipping.trino.core.expression.FilterConjunct;
import io.skipping.trino.core.value.TrinoTypes;
import io.trino.spi.connector.SchemaTableName;
import io.trino.spi.type.Type;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Checks what is remembered of scans, and that it is bounded. */
@Test(singleThreaded = true)
public class TestAskedConditions {
    private static final SchemaTableName TABLE = new SchemaTableName("lake", "trips");
    private static final IndexedColumn ID = column("id", BIGINT);
    private static final IndexedColumn NOTE = column("note", VARCHAR);

    private AskedConditions conditions;

    @BeforeMethod
    public void forget() {
        conditions = new AskedConditions(Runnable::run);
    }

    private static IndexedColumn column(String name, Type type) {
        return new IndexedColumn(name, TrinoTypes.scalar(type), "0:any");
    }

    private static ScanTotals scan(long considered, long pruned) {
        return new ScanTotals(1, 10, 4, 0, 0, considered, pruned, 0, 0, 0, 0);
    }

    private static FilterConjunct equal(IndexedColumn column, long... values) {
        return FilterConjunct.ofDomain(
                column.name(),
                new Predicate.InSet(
                        column,
                        KeySet.of(
                                        column.type(),
                                        LongStream.of(values)
                                                .mapToObj(value -> KeyRange.of(Key.of(value)))
                                                .toList())
                                .orElseThrow()));
    }

    private static FilterConjunct like(String text) {
        return new FilterConjunct(
                "note LIKE '%" + text + "%'", new Fragments(NOTE, List.of(Slices.utf8Slice(text))), Optional.empty());
    }

    private void add(ScanTotals scan, FilterConjunct... conjuncts) {
        conditions.add(TABLE, scan, Optional.empty(), () -> List.of(conjuncts));
    }

    private List<String> texts() {
        return conditions.of(TABLE).stream().map(Asked::text).toList();
    }

    @Test
    public void testConditionsThatDifferInConstantsAreSummedUp() {
        add(scan(100, 30), equal(ID, 3), like("hat"));
        add(scan(100, 10), equal(ID, 4));
        add(scan(100, 50), equal(ID, 5));
        assertThat(texts()).as("those that were asked last first").containsExactly("id = ?", "note LIKE ?");
        Asked asked = conditions.of(TABLE).getFirst();
        assertThat(asked.scans()).isEqualTo(3);
        assertThat(asked.objectsRead()).isEqualTo(18);
        assertThat(asked.bytesRead()).isEqualTo(70 + 90 + 50);
        assertThat(asked.example().text()).as("that of the scan that read most").isEqualTo("id = 4");
        assertThat(conditions.of(new SchemaTableName("lake", "others"))).isEmpty();
    }

    @Test
    public void testScansThatSkipNearlyAllCostNothing() {
        conditions.add(TABLE, scan(100, 90), Optional.empty(), () -> {
            throw new AssertionError("the conditions of this scan are not needed");
        });
        conditions.add(TABLE, scan(0, 0), Optional.empty(), () -> {
            throw new AssertionError("the conditions of a scan that read nothing are not needed");
        });
        assertThat(texts()).isEmpty();
        add(scan(100, 89), equal(ID, 1));
        assertThat(texts()).containsExactly("id = ?");
    }

    @Test
    public void testAScanIsNotFailed() {
        conditions.add(TABLE, scan(100, 0), Optional.empty(), () -> {
            throw new IllegalStateException("a filter that cannot be read");
        });
        assertThat(texts()).isEmpty();
    }

    /** A scan does not put its conditions into words, and many scans at once do not keep theirs for long. */
    @Test
    public void testScansDoNotWait() {
        Queue<Runnable> later = new ArrayDeque<>();
        conditions = new AskedConditions(later::add);
        int most = AskedConditions.MOST_WAITING;
        AtomicInteger worded = new AtomicInteger();
        for (int scan = 0; scan < 2 * most; scan++) {
            conditions.add(TABLE, scan(100, 0), Optional.empty(), () -> {
                worded.incrementAndGet();
                return List.of(equal(ID, 1));
            });
        }
        assertThat(worded).hasValue(0);
        assertThat(later).as("the first, which others wait for").hasSize(1);
        while (!later.isEmpty()) {
            later.remove().run();
        }
        assertThat(worded).hasValue(most);
        assertThat(conditions.of(TABLE)).singleElement().returns((long) most, Asked::scans);

        conditions.add(TABLE, scan(100, 0), Optional.empty(), () -> List.of(equal(ID, 2)));
        later.remove().run();
        assertThat(conditions.of(TABLE))
                .as("there is room again")
                .singleElement()
                .returns(most + 1L, Asked::scans);
    }

    /** Dashboards ask the same again and again. */
    @Test
    public void testConditionsOfTheSameDemandArePutIntoWordsOnce() {
        AtomicInteger worded = new AtomicInteger();
        for (int read : new int[] {70, 60, 70, 80}) {
            demand("a", scan(100, 100 - read), worded, equal(ID, read), like("hat"));
        }
        demand("b", scan(100, 50), worded, equal(ID, 7));
        assertThat(worded)
                .as("scans of a first demand, or that read more than the example")
                .hasValue(3);
        assertThat(conditions.of(TABLE))
                .extracting(
                        Asked::text,
                        Asked::scans,
                        Asked::bytesRead,
                        asked -> asked.example().text())
                .containsExactly(
                        tuple("id = ?", 5L, 70L + 60 + 70 + 80 + 50, "id = 80"),
                        tuple("note LIKE ?", 4L, 70L + 60 + 70 + 80, "note LIKE '%hat%'"));
    }

    @Test
    public void testConditionsAreNotTakenForKnownThatAreNot() {
        AtomicInteger worded = new AtomicInteger();
        FilterConjunct cut = equal(ID, LongStream.range(0, 1000).map(n -> 2 * n).toArray());
        demand("long", scan(100, 0), worded, cut);
        demand("long", scan(100, 0), worded, cut);
        assertThat(worded).as("a demand that may be of any size is not kept").hasValue(2);

        demand("short", scan(100, 0), worded, like("hat"));
        for (int column = 0; column < AskedConditions.MOST_CONDITIONS; column++) {
            add(scan(100, 0), equal(column("c" + column + "_", BIGINT), 1));
        }
        assertThat(texts()).doesNotContain("note LIKE ?");
        demand("short", scan(100, 0), worded, like("hat"));
        assertThat(worded).as("its condition was forgotten").hasValue(4);
        assertThat(texts()).startsWith("note LIKE ?");
    }

    private void demand(String demand, ScanTotals scan, AtomicInteger worded, FilterConjunct... conjuncts) {
        conditions.add(TABLE, scan, Optional.of(demand), () -> {
            worded.incrementAndGet();
            return List.of(conjuncts);
        });
    }

    /** A table has so many conditions, and the one that was not asked for longest goes. */
    @Test
    public void testOldConditionsAreForgotten() {
        for (int column = 0; column < AskedConditions.MOST_CONDITIONS; column++) {
            add(scan(100, 0), equal(column("c" + column + "_", BIGINT), 1));
        }
        add(scan(100, 0), equal(column("c0_", BIGINT), 2));
        add(scan(100, 0), equal(ID, 1));
        assertThat(texts())
                .hasSize(AskedConditions.MOST_CONDITIONS)
                .startsWith("id = ?", "c0_ = ?")
                .doesNotContain("c1_ = ?")
                .contains("c2_ = ?");
    }

    @Test
    public void testLongListsAreCutShort() {
        add(scan(100, 0), equal(ID, LongStream.range(0, 100_000).map(n -> 2 * n).toArray()));
        Asked asked = conditions.of(TABLE).getFirst();
        assertThat(asked.text()).isEqualTo("id IN (?)");
        assertThat(((Predicate.InSet) asked.example().predicate()).values().ranges())
                .hasSize(20);
    }

    @Test
    public void testLongTextsAreNotRemembered() {
        String text = IntStream.range(0, AskedConditions.MOST_BYTES)
                .mapToObj(_ -> "x")
                .collect(joining());
        add(scan(100, 0), like(text), equal(ID, 1));
        assertThat(texts()).containsExactly("id = ?");
    }

    @DataProvider
    public static Object[][] masked() {
        return new Object[][] {
            {"id = 5", "id = ?"},
            {"id >= -5 AND id < 1.0E-5", "id >= ? AND id < ?"},
            {"id IN (1, 2, 3, 4, 5, and 7 more)", "id IN (?)"},
            {"name = 'O''Brien'", "name = ?"},
            {"(a1 + 7) = b2", "(a1 + ?) = b2"},
            {"name IN ('a', 'b', 'it''s …", "name IN (?)"},
            {"CAST(day AS timestamp(6)) > '2026-01-01 00:00:00.000'", "CAST(day AS timestamp(6)) > ?"},
            {"json_extract_scalar(doc, '$.it.7') = '7'", "json_extract_scalar(doc, '$.it.7') = ?"},
            {"element_at(m, 'key') LIKE 'key%'", "element_at(m, ?) LIKE ?"},
            {"m['key'] = 'key'", "m[?] = ?"},
            {"n[17] = 'key'", "n[?] = ?"},
        };
    }

    @Test(dataProvider = "masked")
    public void testConstantsAreMasked(String text, String expected) {
        List<Predicate> known = List.of(
                new Predicate.IsNull(column("CAST(day AS timestamp(6))", VARCHAR)),
                new Predicate.IsNull(column("json_extract_scalar(doc, '$.it.7')", VARCHAR)),
                new Predicate.IsNull(column("n[17]", VARCHAR)),
                new Predicate.IsNull(column("m['key']", VARCHAR)),
                new Predicate.IsNull(column("element_at(m, 'key')", VARCHAR)));
        assertThat(MaskedText.of(new FilterConjunct(text, Predicate.or(known), Optional.empty())))
                .isEqualTo(expected);
    }

    /** The engine does not double quotes in the words for what no index decides. */
    @Test
    public void testConstantsOfUntranslatedConditionsAreMasked() {
        assertThat(MaskedText.of(FilterConjunct.unreadable(
                        "any_match(ARRAY[kind, varchar 'it's'], (k) -> (k = varchar 'secret'))", Optional.empty())))
                .isEqualTo("any_match(ARRAY[kind, varchar ?))");
    }

    /** Long conditions are cut, perhaps within a constant, whose first quote is then the last of all. */
    @Test
    public void testConstantsThatAreCutAreMasked() {
        String names = IntStream.range(0, 20).mapToObj(n -> "c" + n).collect(joining(", "));
        for (String before : List.of("k = varchar 'x' or ", "")) {
            String text = "any_match(ARRAY[%s], (k) -> (%sk = varchar 'patient %s'))"
                    .formatted(names, before, "secret ".repeat(40));
            FilterConjunct cut = FilterConjunct.unreadable(text, Optional.empty());
            assertThat(cut.isCut()).isTrue();
            assertThat(cut.text()).contains("patient secret");
            assertThat(MaskedText.of(cut))
                    .as(text)
                    .isEqualTo("any_match(ARRAY[%s], (k) -> (k = varchar ?".formatted(names));
            FilterConjunct translated = new FilterConjunct(text, new Predicate.IsNull(NOTE), Optional.empty());
            assertThat(MaskedText.of(translated)).as(text).doesNotContain("patient", "secret");
        }
    }

    /** Keys of maps are constants of others, too. */
    @Test
    public void testKeysAreMaskedInWhatIsSaid() {
        IndexedColumn ofKey = column("element_at(m, 'it''s patient-7')", VARCHAR);
        FilterConjunct conjunct = new FilterConjunct(
                "element_at(m, 'it''s patient-7') = 'x'", new Predicate.IsNull(ofKey), Optional.empty());
        String reason = "there is no index over " + ofKey.name();
        assertThat(MaskedText.withoutKeys(
                        conjunct, Finding.tooMuch(reason, Remedy.of("CALL of " + ofKey.name(), "build"))))
                .isEqualTo(Finding.tooMuch("there is no index over element_at(m, ?)"));
        Finding unbuilt = Finding.tooMuch("it is not built", Remedy.of("build"));
        assertThat(MaskedText.withoutKeys(conjunct, unbuilt)).isEqualTo(unbuilt);
        Finding ofColumn = Finding.tooMuch("there is no index over note", Remedy.of("CALL", "build"));
        assertThat(MaskedText.withoutKeys(like("hat"), ofColumn)).isEqualTo(ofColumn);
    }
}
