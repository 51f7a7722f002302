// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.expression;

import static com.google.common.collect.ImmutableMap.toImmutableMap;
import static io.trino.spi.type.DateType.DATE;
import static io.trino.testing.TestingSession.testSessionBuilder;
import static io.trino.type.InternalTypeManager.TESTING_TYPE_MANAGER;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.Maps;
import io.skipping.index.ByteRange;
import io.skipping.index.IndexDefinition;
import io.skipping.index.IndexedColumn;
import io.skipping.index.LiveObject;
import io.skipping.index.ObjectVersion;
import io.skipping.index.build.AutoIndexes;
import io.skipping.index.build.RangeSummarizer;
import io.skipping.index.predicate.RandomValues;
import io.skipping.index.predicate.Verdict;
import io.skipping.index.snapshot.HeapSnapshot;
import io.skipping.index.snapshot.MemorySegment;
import io.skipping.index.snapshot.ObjectVerdict;
import io.skipping.index.snapshot.ObjectVerdict.RangeVerdict;
import io.skipping.index.type.IndexTypes;
import io.skipping.index.value.KeyColumn;
import io.skipping.index.value.ScalarType;
import io.skipping.index.value.TrinoValues;
import io.skipping.trino.core.expression.NestedConditions.Path;
import io.skipping.trino.core.path.ColumnPath;
import io.skipping.trino.core.path.ColumnPaths;
import io.skipping.trino.core.value.BlockVectors;
import io.skipping.trino.core.value.TrinoTypes;
import io.skipping.trino.hive.handle.HiveColumns;
import io.trino.Session;
import io.trino.plugin.hive.HiveColumnHandle;
import io.trino.spi.TrinoException;
import io.trino.spi.block.Block;
import io.trino.spi.connector.ColumnHandle;
import io.trino.spi.expression.Call;
import io.trino.spi.expression.ConnectorExpression;
import io.trino.spi.expression.FieldDereference;
import io.trino.spi.expression.Variable;
import io.trino.spi.type.ArrayType;
import io.trino.spi.type.Type;
import io.trino.spi.type.TypeUtils;
import io.trino.sql.ir.Case;
import io.trino.sql.ir.Coalesce;
import io.trino.sql.ir.Comparison;
import io.trino.sql.ir.Expression;
import io.trino.sql.ir.ExpressionRewriter;
import io.trino.sql.ir.ExpressionTreeRewriter;
import io.trino.sql.ir.NullIf;
import io.trino.sql.ir.Reference;
import io.trino.sql.ir.WhenClause;
import io.trino.sql.ir.optimizer.IrExpressionEvaluator;
import io.trino.sql.planner.ConnectorExpressionTranslator;
import io.trino.sql.planner.ExpressionNodeInliner;
import io.trino.sql.planner.Symbol;
import io.trino.testing.QueryRunner;
import io.trino.testing.StandaloneQueryRunner;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.Test;

/**
 * Of random rows, indexes over what is in their columns, and conditions, no verdict contradicts a row: from the condition as
 * the engine gives it to a connector, through the paths to what is in the columns, to the verdict. The engine itself says what
 * is TRUE of a row. Definitions: {@code io.skipping.index.predicate}.
 */
@Test(groups = "servers")
public class TestPathSoundness {
    private static final long SEED = Long.getLong("property.seed", 20_261_121L);
    private static final int PAIRS = Integer.getInteger("property.pairs", 3_000);
    private static final int CONDITIONS_PER_TABLE = 20;
    private static final int PAIRS_TO_JUDGE = 2_000;
    private static final int RANGE_BYTES = 100_000;
    private static final List<String> INDEX_TYPES =
            List.of("nulls", "minmax", "minmax", "values", "values", "bloom", "gaps", "prefix", "ngram");

    private final IndexTypes indexTypes = IndexTypes.load(getClass().getClassLoader());
    private final ColumnPaths columnPaths = new ColumnPaths(TESTING_TYPE_MANAGER);
    private final ExpressionTranslator translator = new ExpressionTranslator(
            NestedRows.COLUMNS.stream()
                    .collect(toImmutableMap(HiveColumnHandle::getName, column -> (ColumnHandle) column)),
            HiveColumns.HANDLES);
    private final Map<String, Symbol> symbols = ImmutableMap.<String, Symbol>builder()
            .putAll(NestedRows.COLUMNS.stream()
                    .collect(toImmutableMap(
                            HiveColumnHandle::getName, column -> new Symbol(column.getType(), column.getName()))))
            .putAll(Maps.transformEntries(NestedRows.FIELDS, (name, type) -> new Symbol(type, name)))
            .buildOrThrow();

    private final Session session = testSessionBuilder().build();
    private QueryRunner runner;
    private IrExpressionEvaluator evaluator;

    private long prunable;
    private long pruned;
    private long proven;
    private long failing;

    @BeforeClass
    public void setUp() {
        runner = new StandaloneQueryRunner(session);
        evaluator = new IrExpressionEvaluator(runner.getPlannerContext());
    }

    @AfterClass(alwaysRun = true)
    public void tearDown() {
        if (runner != null) {
            runner.close();
            runner = null;
        }
    }

    /** What the engine makes of a condition and a row. */
    private enum Truth {
        TRUE,
        NOT_TRUE,
        FAILS
    }

    /** Rows of one range, each as values of the columns by name. */
    private record Range(List<Map<String, Object>> rows, List<List<KeyColumn>> summaries) {}

    @Test
    public void testNoVerdictContradictsARow() {
        for (int pair = 0; pair < PAIRS; pair += CONDITIONS_PER_TABLE) {
            long seed = SEED + pair / CONDITIONS_PER_TABLE;
            try {
                // neighbouring seeds begin alike
                checkTable(new Random(seed * 0x9E37_79B9_7F4A_7C15L));
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError(
                        "%s\nTo see this again: -Dtest=TestPathSoundness -Dproperty.seed=%s -Dproperty.pairs=1"
                                .formatted(e.getMessage(), seed),
                        e);
            }
        }
        if (PAIRS >= PAIRS_TO_JUDGE) {
            assertThat((double) pruned / prunable)
                    .as("share of %s ranges without a matching row that is pruned", prunable)
                    .isGreaterThan(0.3);
            assertThat(proven).as("ranges proven to match").isGreaterThan(PAIRS / 20);
            assertThat(failing).as("rows that a condition fails on").isGreaterThan(PAIRS / 20);
        }
    }

    private void checkTable(Random random) {
        List<Path> paths = some(random, NestedConditions.PATHS, 4);
        List<Path> arrays = some(random, NestedConditions.ARRAYS, 1);
        List<IndexDefinition> definitions = definitions(random, paths, arrays);
        NestedRows generator = new NestedRows(random);
        List<Range> ranges = IntStream.range(0, 6)
                .mapToObj(_ -> range(random, generator, definitions))
                .toList();
        HeapSnapshot snapshot = snapshot(definitions, ranges);
        List<Map<String, Object>> rows =
                ranges.stream().flatMap(range -> range.rows().stream()).toList();
        NestedConditions conditions = new NestedConditions(
                random, paths, arrays, (type, expression) -> constant(random, rows, type, expression));
        for (int i = 0; i < CONDITIONS_PER_TABLE; i++) {
            int depth = random.nextInt(3);
            check(snapshot, ranges, conditions.next(depth), depth == 0, definitions);
        }
    }

    private static List<Path> some(Random random, List<Path> all, int most) {
        return IntStream.range(0, 1 + random.nextInt(most))
                .mapToObj(_ -> all.get(random.nextInt(all.size())))
                .distinct()
                .toList();
    }

    private List<IndexDefinition> definitions(Random random, List<Path> paths, List<Path> arrays) {
        List<IndexDefinition> definitions = new ArrayList<>();
        List<Path> all = new ArrayList<>(paths);
        all.addAll(arrays);
        for (Path path : all) {
            ColumnPath over = columnPaths
                    .parse(path.sql(), HiveColumns.indexed(NestedRows.COLUMNS))
                    .orElseThrow();
            IndexedColumn column = over.indexed();
            // what a build makes beside an index over a cast; now and then it is not there
            if (random.nextInt(5) > 0) {
                over.uncast()
                        .map(uncast -> AutoIndexes.bounds(uncast.indexed()))
                        .filter(bounds -> !definitions.contains(bounds))
                        .ifPresent(definitions::add);
                if (path.expression().getType() == DATE) {
                    HiveColumns.path(NestedRows.TIME)
                            .flatMap(text -> text.uncast(DATE))
                            .map(uncast -> AutoIndexes.bounds(uncast.indexed()))
                            .filter(bounds -> !definitions.contains(bounds))
                            .ifPresent(definitions::add);
                }
            }
            for (int i = 0; i < 2; i++) {
                IndexDefinition definition = new IndexDefinition(
                        INDEX_TYPES.get(random.nextInt(INDEX_TYPES.size())), List.of(column), ImmutableMap.of());
                if (isPossible(definition) && !definitions.contains(definition)) {
                    definitions.add(definition);
                }
            }
        }
        return definitions;
    }

    private boolean isPossible(IndexDefinition definition) {
        try {
            indexTypes.get(definition.type()).check(IndexTypes.columnTypes(definition), definition.options());
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private Range range(Random random, NestedRows generator, List<IndexDefinition> definitions) {
        List<ColumnPath> paths = definitions.stream()
                .flatMap(definition -> definition.columns().stream())
                .distinct()
                .map(column -> columnPaths
                        .find(column, HiveColumns.indexed(NestedRows.COLUMNS))
                        .orElseThrow())
                .toList();
        RangeSummarizer summarizer = new RangeSummarizer(
                definitions,
                indexTypes::get,
                paths.stream().map(ColumnPath::indexed).toList(),
                RANGE_BYTES);
        List<BlockVectors> vectors = paths.stream()
                .map(path -> new BlockVectors(path.indexed().type()))
                .toList();
        List<Map<String, Object>> rows = new ArrayList<>();
        for (int page = random.nextInt(3); page >= 0; page--) {
            List<List<Object>> values = generator.next(random.nextInt(8));
            Map<HiveColumnHandle, Block> blocks = new HashMap<>();
            for (int i = 0; i < NestedRows.COLUMNS.size(); i++) {
                int channel = i;
                blocks.put(
                        NestedRows.COLUMNS.get(i),
                        NestedRows.block(
                                NestedRows.COLUMNS.get(i).getType(),
                                values.stream().map(row -> row.get(channel)).toList()));
            }
            summarizer.add(
                    values.size(),
                    IntStream.range(0, paths.size())
                            .mapToObj(i -> paths.get(i)
                                    .follow(blocks.get(NestedRows.COLUMNS.get(
                                            HiveColumns.position(paths.get(i).base()))))
                                    .map(block -> vectors.get(i).fill(block)))
                            .toList());
            for (int row = 0; row < values.size(); row++) {
                rows.add(row(blocks, row, NestedRows.fields(values.get(row))));
            }
        }
        return new Range(rows, summarizer.finish());
    }

    private static Map<String, Object> row(
            Map<HiveColumnHandle, Block> blocks, int position, Map<String, Object> fields) {
        Map<String, Object> row = new HashMap<>(fields);
        blocks.forEach((column, block) ->
                row.put(column.getName(), TypeUtils.readNativeValue(column.getType(), block, position)));
        return row;
    }

    private HeapSnapshot snapshot(List<IndexDefinition> definitions, List<Range> ranges) {
        MemorySegment.Builder segment = MemorySegment.builder("segment", definitions, indexTypes);
        for (int i = 0; i < ranges.size(); i++) {
            Range range = ranges.get(i);
            segment.add(object(i), new ByteRange(0, RANGE_BYTES), range.rows().size(), range.summaries());
        }
        return new HeapSnapshot("random", 0, List.of(segment.build()), indexTypes);
    }

    private static LiveObject object(int number) {
        return new LiveObject(new ObjectVersion("memory:///t/" + number, RANGE_BYTES, 1), "profile");
    }

    private void check(
            HeapSnapshot snapshot,
            List<Range> ranges,
            ConnectorExpression condition,
            boolean isLeaf,
            List<IndexDefinition> definitions) {
        Expression expression = expression(condition);
        List<ObjectVerdict> verdicts = snapshot.plan(translator.translate(condition))
                .lookup(IntStream.range(0, ranges.size())
                        .mapToObj(TestPathSoundness::object)
                        .toList());
        for (int i = 0; i < ranges.size(); i++) {
            RangeVerdict verdict =
                    ((ObjectVerdict.Known) verdicts.get(i)).ranges().getFirst();
            boolean mustBeRead = false;
            for (Map<String, Object> row : ranges.get(i).rows()) {
                Truth truth = truth(expression, row);
                failing += truth == Truth.FAILS ? 1 : 0;
                // of several conditions that which the engine evaluates first may spare it the one that fails
                mustBeRead |= truth == Truth.TRUE || truth == Truth.FAILS && isLeaf;
                assertThat(verdict.verdict() == Verdict.CANNOT_MATCH && mustBeRead
                                || verdict.verdict() == Verdict.MUST_MATCH && truth == Truth.NOT_TRUE)
                        .as(
                                "%s (%s) is said of a range, but for the row %s it is %s: %s\nindexes: %s",
                                verdict.verdict(), verdict.reason(), row, truth, condition, definitions)
                        .isFalse();
            }
            proven += verdict.verdict() == Verdict.MUST_MATCH ? 1 : 0;
            if (!mustBeRead) {
                prunable++;
                pruned += verdict.verdict() == Verdict.CANNOT_MATCH ? 1 : 0;
            }
        }
    }

    /** The condition as the engine evaluates it. Its translator knows no COALESCE, so variables stand in for these. */
    private Expression expression(ConnectorExpression expression) {
        Map<String, Call> coalesced = new HashMap<>();
        ConnectorExpression known = withoutCoalesce(expression, coalesced);
        Map<String, Symbol> all = new HashMap<>(symbols);
        coalesced.forEach((name, coalesce) -> all.put(name, new Symbol(coalesce.getType(), name)));
        Expression translated = withoutNullIf(ConnectorExpressionTranslator.translate(
                session, withoutFields(known), runner.getPlannerContext(), all));
        return ExpressionNodeInliner.replaceExpression(
                translated,
                coalesced.entrySet().stream()
                        .collect(toImmutableMap(
                                coalesce -> new Reference(coalesce.getValue().getType(), coalesce.getKey()),
                                coalesce -> new Coalesce(coalesce.getValue().getArguments().stream()
                                        .map(this::expression)
                                        .toList()))));
    }

    private static ConnectorExpression withoutCoalesce(ConnectorExpression expression, Map<String, Call> coalesced) {
        if (!(expression instanceof Call call)) {
            return expression;
        }
        if (call.getFunctionName().equals(CoalesceBranches.COALESCE)) {
            String name = "coalesce_" + coalesced.size();
            coalesced.put(name, call);
            return new Variable(name, call.getType());
        }
        return new Call(
                call.getType(),
                call.getFunctionName(),
                call.getArguments().stream()
                        .map(argument -> withoutCoalesce(argument, coalesced))
                        .toList());
    }

    /** The same with a CASE for each NULLIF: what evaluates here fails on that of NULL. */
    private static Expression withoutNullIf(Expression expression) {
        return ExpressionTreeRewriter.rewriteWith(
                new ExpressionRewriter<>() {
                    @Override
                    public Expression rewriteNullIf(NullIf node, Void context, ExpressionTreeRewriter<Void> rewriter) {
                        Expression value = rewriter.rewrite(node.first(), context);
                        return new Case(
                                List.of(new WhenClause(
                                        new Comparison(Comparison.Operator.EQUAL, value, node.second()),
                                        new io.trino.sql.ir.Constant(value.type(), null))),
                                value);
                    }
                },
                expression);
    }

    /** The same with a variable for each field: what evaluates here does not know of rows that are NULL. */
    private static ConnectorExpression withoutFields(ConnectorExpression expression) {
        return switch (expression) {
            case FieldDereference field -> new Variable(NestedRows.name(field), field.getType());
            case Call call ->
                new Call(
                        call.getType(),
                        call.getFunctionName(),
                        call.getArguments().stream()
                                .map(TestPathSoundness::withoutFields)
                                .toList());
            default -> expression;
        };
    }

    private Truth truth(Expression expression, Map<String, Object> row) {
        try {
            return Boolean.TRUE.equals(evaluator.evaluate(expression, session, row)) ? Truth.TRUE : Truth.NOT_TRUE;
        } catch (TrinoException e) {
            return Truth.FAILS;
        }
    }

    /** A value of some row, or one of the type. */
    private Object constant(Random random, List<Map<String, Object>> rows, Type type, ConnectorExpression expression) {
        ScalarType scalar = TrinoTypes.scalar(type);
        Object near = TrinoValues.nativeValue(scalar, new RandomValues(scalar, random).near(random.nextInt(60) - 30));
        if (rows.isEmpty() || random.nextInt(4) == 0) {
            return near;
        }
        Map<String, Object> row = rows.get(random.nextInt(rows.size()));
        try {
            Object value = evaluator.evaluate(expression(expression), session, row);
            if (value instanceof Block array && expression.getType() instanceof ArrayType) {
                return array.getPositionCount() == 0
                        ? near
                        : TypeUtils.readNativeValue(type, array, random.nextInt(array.getPositionCount()));
            }
            return value;
        } catch (TrinoException e) {
            return near;
        }
    }
}
