// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import io.airlift.slice.Slice;
import io.skipping.index.IndexDefinition;
import io.skipping.index.predicate.Condition;
import io.skipping.index.predicate.Predicate;
import io.skipping.index.predicate.Verdict;
import io.skipping.index.type.FieldTest;
import io.skipping.index.type.IndexType;
import io.skipping.index.type.IndexTypes;
import io.skipping.index.type.RecordedVerdicts;
import io.skipping.index.type.SearchForm;
import io.skipping.index.type.SummaryBlocks;
import io.skipping.index.type.SummaryField;
import io.trino.spi.block.Block;
import io.trino.spi.type.ArrayType;
import io.trino.spi.type.RealType;
import io.trino.spi.type.Type;
import io.trino.spi.type.TypeUtils;
import java.util.ArrayList;
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
            List<Type> columnTypes = IndexTypes.columnTypes(definition);
            Optional<SearchForm> form = type.searchForm(columnTypes);
            if (form.isEmpty() || !definition.columns().containsAll(leaf.columns())) {
                continue;
            }
            Optional<FieldTest> test = form.get().mayMatch(definition.columns(), leaf);
            if (test.isEmpty()) {
                continue;
            }
            List<Block> fields = segment.summaries(definition);
            long[] rowCounts = segment.rowCounts();
            Verdict[] verdicts = RecordedVerdicts.of(
                    type.open(columnTypes, new SummaryBlocks(rowCounts.length, rowCounts, fields)),
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

    private static boolean passes(FieldTest test, List<SummaryField> names, List<Block> fields, int range) {
        return switch (test) {
            case FieldTest.All all -> all.tests().stream().allMatch(part -> passes(part, names, fields, range));
            case FieldTest.Any any -> any.tests().stream().anyMatch(part -> passes(part, names, fields, range));
            case FieldTest.Between between -> {
                int field = names.stream().map(SummaryField::name).toList().indexOf(between.field());
                yield values(names.get(field).type(), fields.get(field), range).stream()
                        .anyMatch(value -> isBetween(element(names.get(field).type()), value, between));
            }
            case FieldTest.Meets meets -> meets(meets, names, fields, range);
        };
    }

    private static boolean meets(FieldTest.Meets meets, List<SummaryField> names, List<Block> fields, int range) {
        List<List<Object>> sides = meets.boxes().fields().stream()
                .map(side -> names.stream().map(SummaryField::name).toList().indexOf(side))
                .map(field -> values(names.get(field).type(), fields.get(field), range))
                .toList();
        return IntStream.range(0, sides.getFirst().size())
                .anyMatch(box -> (double) sides.get(0).get(box) <= meets.box().maxX()
                        && (double) sides.get(1).get(box) >= meets.box().minX()
                        && (double) sides.get(2).get(box) <= meets.box().maxY()
                        && (double) sides.get(3).get(box) >= meets.box().minY());
    }

    private static Type element(Type type) {
        return type instanceof ArrayType array ? array.getElementType() : type;
    }

    private static List<Object> values(Type type, Block block, int range) {
        if (block.isNull(range)) {
            return List.of();
        }
        if (!(type instanceof ArrayType array)) {
            return List.of(TypeUtils.readNativeValue(type, block, range));
        }
        Block elements = array.getObject(block, range);
        List<Object> values = new ArrayList<>();
        for (int element = 0; element < elements.getPositionCount(); element++) {
            values.add(TypeUtils.readNativeValue(array.getElementType(), elements, element));
        }
        return values;
    }

    private static boolean isBetween(Type type, Object value, FieldTest.Between between) {
        int low = between.low().map(bound -> compare(type, value, bound)).orElse(1);
        int high = between.high().map(bound -> compare(type, value, bound)).orElse(-1);
        return (low > 0 || low == 0 && between.lowInclusive()) && (high < 0 || high == 0 && between.highInclusive());
    }

    private static int compare(Type type, Object left, Object right) {
        if (type instanceof RealType) {
            return compare(Float.intBitsToFloat((int) (long) left), Float.intBitsToFloat((int) (long) right));
        }
        return switch (left) {
            case Double number -> compare(number, (double) right);
            case Long number -> Long.compare(number, (long) right);
            case Boolean bool -> Boolean.compare(bool, (boolean) right);
            default -> ((Slice) left).compareTo((Slice) right);
        };
    }

    /** Zeros of both signs are equal. */
    private static int compare(double left, double right) {
        return left < right ? -1 : left > right ? 1 : 0;
    }
}
