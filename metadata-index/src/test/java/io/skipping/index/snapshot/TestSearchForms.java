// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import io.skipping.index.IndexDefinition;
import io.skipping.index.predicate.Condition;
import io.skipping.index.predicate.Predicate;
import io.skipping.index.predicate.Verdict;
import io.skipping.index.type.FieldTest;
import io.skipping.index.type.IndexType;
import io.skipping.index.type.IndexTypes;
import io.skipping.index.type.RecordedVerdicts;
import io.skipping.index.type.SearchForm;
import io.skipping.index.type.SummaryField;
import io.skipping.index.type.SummaryVectors;
import io.skipping.index.value.Key;
import io.skipping.index.value.KeyColumn;
import io.skipping.index.value.PlainValues;
import io.skipping.index.value.ScalarType;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.testng.annotations.Test;

/**
 * Of random summaries and random conditions, a search leaves out no range that the opened summaries do not exclude too, of
 * which {@link TestSoundness} makes sure. Here the tests are made in memory; the tests of stores have engines make them.
 */
public class TestSearchForms {
    private static final long SEED = Long.getLong("property.seed", 20_261_121L);
    private static final int TABLES = Integer.getInteger("property.tables", 600);
    private static final int CONDITIONS_PER_TABLE = 12;

    private final IndexTypes indexTypes = RandomTable.indexTypes();
    /** ranges that were left out, by index type */
    private final TreeMap<String, Integer> leftOut = new TreeMap<>();

    @Test
    public void testASearchLeavesOutNothingThatMayMatch() {
        for (int number = 0; number < TABLES; number++) {
            Random random = new Random((SEED + number) * 0x9E37_79B9_7F4A_7C15L);
            RandomTable table = new RandomTable(random, indexTypes);
            RandomConditions conditions = new RandomConditions(random, table);
            for (int i = 0; i < CONDITIONS_PER_TABLE; i++) {
                Condition condition = conditions.next();
                for (Segment segment : table.snapshot().segments()) {
                    leaves(condition.predicate()).forEach(leaf -> check(segment, leaf, "-Dproperty.seed=" + SEED));
                }
            }
        }
        assertThat(leftOut.keySet()).contains("bbox", "minmax", "nulls", "values");
    }

    private static Stream<Predicate.Leaf> leaves(Predicate predicate) {
        return switch (predicate) {
            case Predicate.And and -> and.operands().stream().flatMap(TestSearchForms::leaves);
            case Predicate.Or or -> or.operands().stream().flatMap(TestSearchForms::leaves);
            case Predicate.Unknown _ -> Stream.empty();
            case Predicate.Leaf leaf -> Stream.of(leaf);
        };
    }

    private void check(Segment segment, Predicate.Leaf leaf, String seed) {
        for (IndexDefinition definition : segment.definitions()) {
            IndexType type = indexTypes.get(definition.type());
            List<ScalarType> columnTypes = IndexTypes.columnTypes(definition);
            Optional<SearchForm> form = type.searchForm(columnTypes);
            if (form.isEmpty() || !definition.columns().containsAll(leaf.columns())) {
                continue;
            }
            Optional<FieldTest> test = form.get().mayMatch(definition.columns(), leaf);
            if (test.isEmpty()) {
                continue;
            }
            List<KeyColumn> fields = segment.summaries(definition);
            long[] rowCounts = segment.rowCounts();
            Verdict[] verdicts = RecordedVerdicts.of(
                    type.open(
                            columnTypes,
                            segment.version(definition),
                            new SummaryVectors(rowCounts.length, rowCounts, fields)),
                    definition.columns(),
                    rowCounts.length,
                    leaf);
            for (int range = 0; range < rowCounts.length; range++) {
                if (form.get().isSearchable(fields, range, rowCounts[range])
                        && !passes(test.get(), type.fields(columnTypes), fields, range)) {
                    leftOut.merge(definition.type(), 1, Integer::sum);
                    assertThat(verdicts[range])
                            .as("%s: %s by %s, by %s", seed, leaf, definition, test.get())
                            .isEqualTo(Verdict.CANNOT_MATCH);
                }
            }
        }
    }

    private static boolean passes(FieldTest test, List<SummaryField> names, List<KeyColumn> fields, int range) {
        return switch (test) {
            case FieldTest.All all -> all.tests().stream().allMatch(part -> passes(part, names, fields, range));
            case FieldTest.Any any -> any.tests().stream().anyMatch(part -> passes(part, names, fields, range));
            case FieldTest.Between between -> {
                int field = names.stream().map(SummaryField::name).toList().indexOf(between.field());
                yield values(fields.get(field), range).stream()
                        .anyMatch(value -> isBetween(names.get(field).type(), value, between));
            }
            case FieldTest.Meets meets -> meets(meets, names, fields, range);
        };
    }

    private static boolean meets(FieldTest.Meets meets, List<SummaryField> names, List<KeyColumn> fields, int range) {
        List<List<Key>> sides = meets.boxes().fields().stream()
                .map(side -> names.stream().map(SummaryField::name).toList().indexOf(side))
                .map(field -> values(fields.get(field), range))
                .toList();
        return IntStream.range(0, sides.getFirst().size())
                .anyMatch(box -> sides.get(0).get(box).asDouble() <= meets.box().maxX()
                        && sides.get(1).get(box).asDouble() >= meets.box().minX()
                        && sides.get(2).get(box).asDouble() <= meets.box().maxY()
                        && sides.get(3).get(box).asDouble() >= meets.box().minY());
    }

    /** The value of a field, or the elements of its list. */
    private static List<Key> values(KeyColumn column, int range) {
        return switch (PlainValues.read(column, range)) {
            case null -> List.of();
            case List<?> list -> list.stream().map(Key.class::cast).toList();
            case Object value -> List.of((Key) value);
        };
    }

    private static boolean isBetween(ScalarType type, Key value, FieldTest.Between between) {
        int low = between.low().map(bound -> compare(type, value, bound)).orElse(1);
        int high = between.high().map(bound -> compare(type, value, bound)).orElse(-1);
        return (low > 0 || low == 0 && between.lowInclusive()) && (high < 0 || high == 0 && between.highInclusive());
    }

    /** As search engines compare the values of the field's type. */
    private static int compare(ScalarType type, Key left, Key right) {
        return switch (type.kind()) {
            case REAL -> compare(left.asReal(), right.asReal());
            case DOUBLE -> compare(left.asDouble(), right.asDouble());
            case VARCHAR ->
                Arrays.compareUnsigned(
                        left.asBytes().getBytes(), right.asBytes().getBytes());
            default -> Long.compare(left.asLong(), right.asLong());
        };
    }

    /** Zeros of both signs are equal. */
    private static int compare(double left, double right) {
        return left < right ? -1 : left > right ? 1 : 0;
    }
}
