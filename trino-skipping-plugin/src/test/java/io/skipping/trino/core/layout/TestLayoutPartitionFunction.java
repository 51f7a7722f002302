// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.layout;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.skipping.partitioner.ArrayRow;
import io.skipping.partitioner.Column;
import io.skipping.partitioner.ColumnType;
import io.skipping.partitioner.GridModel;
import io.skipping.partitioner.LayoutModel;
import io.skipping.partitioner.ModelJson;
import io.skipping.trino.SkippingPlugin;
import io.trino.testing.MaterializedRow;
import io.trino.testing.StandaloneQueryRunner;
import io.trino.testing.TestingSession;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.Test;

/** The function gives what the model gives. */
@Test(singleThreaded = true, groups = "servers")
public class TestLayoutPartitionFunction {
    private static final int ROWS = 60;

    private StandaloneQueryRunner runner;

    @BeforeClass
    public void setUp() {
        runner = new StandaloneQueryRunner(TestingSession.testSessionBuilder().build());
        runner.installPlugin(new SkippingPlugin());
    }

    @AfterClass(alwaysRun = true)
    public void tearDown() {
        if (runner != null) {
            runner.close();
            runner = null;
        }
    }

    private static String literal(LayoutModel model) {
        return "'" + ModelJson.write(model).replace("'", "''") + "'";
    }

    @Test
    public void testFunctionGivesWhatTheModelGives() {
        for (long seed = 0; seed < 48; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            // more than 8 columns are given as a row only
            List<TypedValues> types = IntStream.range(0, 1 + (int) (seed % 12))
                    .mapToObj(_ -> TypedValues.values()[random.nextInt(TypedValues.values().length)])
                    .toList();
            List<Column> columns = IntStream.range(0, types.size())
                    .mapToObj(
                            column -> new Column("c" + column, types.get(column).type()))
                    .toList();
            LayoutModel model = RandomModel.tree(random, columns, random.nextInt(2, 40));

            List<Integer> expected = new ArrayList<>();
            List<String> rows = new ArrayList<>();
            for (int row = 0; row < ROWS; row++) {
                ArrayRow values = new ArrayRow(types.size());
                List<String> literals = new ArrayList<>();
                for (int column = 0; column < types.size(); column++) {
                    literals.add(
                            random.nextInt(10) == 0 ? "NULL" : types.get(column).fill(random, values, column));
                }
                expected.add(model.partition(values));
                rows.add("(%s, %s)".formatted(row, String.join(", ", literals)));
            }
            String names = columns.stream().map(Column::name).collect(joining(", "));
            String arguments = IntStream.range(0, types.size())
                    .mapToObj(column -> "CAST(CAST(c%s AS varchar) AS %s)"
                            .formatted(column, types.get(column).sqlType()))
                    .collect(joining(", "));
            List<MaterializedRow> found = runner.execute(
                            "SELECT layout_partition(%s, ROW(%s)), %s FROM (VALUES %s) AS t(row, %s) ORDER BY row"
                                    .formatted(
                                            literal(model),
                                            arguments,
                                            types.size() > 8
                                                    ? "NULL"
                                                    : "layout_partition(%s, %s)".formatted(literal(model), arguments),
                                            String.join(", ", rows),
                                            names))
                    .getMaterializedRows();

            assertThat(found.stream().map(row -> row.getField(0)).toList())
                    .as("a row, seed %s, %s", seed, types)
                    .isEqualTo(expected);
            if (types.size() <= 8) {
                assertThat(found.stream().map(row -> row.getField(1)).toList())
                        .as("columns, seed %s, %s", seed, types)
                        .isEqualTo(expected);
            }
        }
    }

    @Test
    public void testModelThatIsNullGivesNull() {
        assertThat(runner.execute("SELECT layout_partition(NULL, 1)").getOnlyValue())
                .isNull();
    }

    @Test
    public void testRowThatIsNullHasColumnsThatAreNull() {
        LayoutModel model = RandomModel.tree(new SplittableRandom(1), List.of(new Column("x", ColumnType.BIGINT)), 30);
        assertThat(runner.execute("SELECT layout_partition(%s, CAST(NULL AS ROW(x bigint)))".formatted(literal(model)))
                        .getOnlyValue())
                .isEqualTo(model.partition(new ArrayRow(1)));
    }

    @Test
    public void testModelsMayDifferFromRowToRow() {
        LayoutModel one = RandomModel.tree(new SplittableRandom(1), List.of(new Column("x", ColumnType.BIGINT)), 30);
        LayoutModel other = RandomModel.tree(new SplittableRandom(2), List.of(new Column("x", ColumnType.BIGINT)), 30);
        List<Object> found = runner
                .execute("SELECT layout_partition(IF(x %% 2 = 0, %s, %s), x) FROM UNNEST(sequence(-2000, 2000)) AS t(x)"
                        .formatted(literal(one), literal(other)))
                .getMaterializedRows()
                .stream()
                .map(row -> row.getField(0))
                .toList();
        assertThat(found)
                .containsExactlyInAnyOrderElementsOf(IntStream.rangeClosed(-2000, 2000)
                        .<Object>mapToObj(x -> (x % 2 == 0 ? one : other).partition(new ArrayRow(1).set(0, (long) x)))
                        .toList());
    }

    @Test
    public void testMistakesAreNamed() {
        LayoutModel places = new GridModel(
                Stream.of("latitude", "longitude")
                        .map(name -> new Column(name, ColumnType.DOUBLE))
                        .toList(),
                4,
                0);
        assertThatThrownBy(() -> runner.execute("SELECT layout_partition('{}', 1)"))
                .hasMessageContaining("layout_partition: Not a model");
        assertThatThrownBy(() -> runner.execute("SELECT layout_partition(%s, 1e0)".formatted(literal(places))))
                .hasMessageContaining("The layout has 2 columns: latitude double, longitude double; 1 is given");
        assertThatThrownBy(() -> runner.execute("SELECT layout_partition(%s, ROW(1e0))".formatted(literal(places))))
                .hasMessageContaining("The layout has 2 columns: latitude double, longitude double; 1 is given");
        assertThatThrownBy(() -> runner.execute("SELECT layout_partition(%s, 1e0, 'x')".formatted(literal(places))))
                .hasMessageContaining(
                        "Column longitude of the layout is double, which a value of type varchar(1) is not");
    }

    @Test
    public void testDecimalsHaveTheScaleOfTheModel() {
        LayoutModel prices = new GridModel(List.of(new Column("price", ColumnType.BIGINT, OptionalInt.of(2))), 4, 0);
        String call = "SELECT layout_partition(%s, CAST(12.30 AS %s))";
        for (String type : List.of("decimal(9,2)", "decimal(38,2)")) {
            assertThat(runner.execute(call.formatted(literal(prices), type)).getOnlyValue())
                    .isEqualTo(prices.partition(new ArrayRow(1).set(0, 1230)));
        }
        for (String type : List.of("decimal(10,4)", "decimal(9,0)", "bigint")) {
            assertThatThrownBy(() -> runner.execute(call.formatted(literal(prices), type)))
                    .hasMessageContaining(
                            "Column price of the layout has scale 2, and a value of type %s has scale %s: cast it"
                                    .formatted(type, type.endsWith("4)") ? "4" : "0"));
        }
    }
}
