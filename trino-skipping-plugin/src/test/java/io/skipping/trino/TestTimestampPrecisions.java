// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino;

import static io.skipping.trino.SkippingQueryRunner.SCHEMA;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.HashMultiset;
import io.trino.Session;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** An index that was built by a session with one {@code timestamp_precision} serves sessions with others. */
@Test(groups = "servers")
public class TestTimestampPrecisions extends AbstractLakeTest {
    private static final List<String> PRECISIONS = List.of("MILLISECONDS", "MICROSECONDS", "NANOSECONDS");
    private static final List<String> FORMATS = List.of("PARQUET", "ORC", "TEXTFILE");
    private static final int OBJECTS = 4;
    private static final int CONDITIONS = 4;

    @Override
    protected void createTables() {
        for (String format : FORMATS) {
            for (String precision : PRECISIONS) {
                String table = table(format, precision);
                for (int object = 0; object < OBJECTS; object++) {
                    // seconds of its own, and fractions near which all roundings meet
                    String rows = """
                            SELECT n,
                                CAST('2020-01-01 00:0%d:' || lpad(CAST(n / 20 AS varchar), 2, '0') || element_at(
                                    ARRAY['.0004999', '.0005', '.000500001', '.9995', '.999499999', '.999999499', '.9999995', '.000000499',
                                    '.0000005', '.123456789'], CAST(n %% 10 AS integer) + 1) AS timestamp(9)) AS ts
                            FROM UNNEST(sequence(0, 199)) AS t(n)
                            """.formatted(object);
                    writeRows(
                            at("NANOSECONDS"),
                            object == 0
                                    ? "CREATE TABLE lake.%s.%s WITH (format = '%s') AS %s"
                                            .formatted(SCHEMA, table, format, rows)
                                    : "INSERT INTO lake.%s.%s %s".formatted(SCHEMA, table, rows));
                }
                tables.makeOld();
                String build = (String) runner.execute(
                                at(precision),
                                "SELECT build FROM TABLE(lake.system.summarize('%s', '%s'))".formatted(SCHEMA, table))
                        .getMaterializedRows()
                        .getFirst()
                        .getField(0);
                runner.execute(
                        at(precision),
                        "CALL lake.system.publish_index('%s', '%s', '%s')".formatted(SCHEMA, table, build));
            }
        }
    }

    private static String table(String format, String precision) {
        return "%s_of_%s".formatted(format, precision).toLowerCase(Locale.ENGLISH);
    }

    private Session at(String precision) {
        return Session.builder(on)
                .setCatalogSessionProperty("lake", "timestamp_precision", precision)
                .setCatalogSessionProperty("hive", "timestamp_precision", precision)
                .build();
    }

    @DataProvider
    public static Object[][] sessions() {
        return FORMATS.stream()
                .flatMap(format -> PRECISIONS.stream()
                        .flatMap(built -> PRECISIONS.stream().map(asked -> new Object[] {format, built, asked})))
                .toArray(Object[][]::new);
    }

    @Test(dataProvider = "sessions")
    public void testAnotherPrecisionSkipsAsMuch(String format, String built, String asked) {
        Random random = new Random(format.hashCode() + 31L * built.hashCode() + 961L * asked.hashCode());
        String[] fractions = {"", ".000", ".0005", ".001", ".9995", ".000500001", ".0000005", ".999999500", ".123457"};
        String[] operators = {"=", "<", "<=", ">", ">="};
        for (int i = 0; i < CONDITIONS; i++) {
            String time = "timestamp '2020-01-01 00:0%d:0%d%s'"
                    .formatted(
                            random.nextInt(OBJECTS), random.nextInt(10), fractions[random.nextInt(fractions.length)]);
            String query = "SELECT n FROM CATALOG.%s WHERE ts %s %s"
                    .formatted(table(format, built), operators[random.nextInt(operators.length)], time);
            assertThat(HashMultiset.create(runner.execute(at(asked), query.replace("CATALOG", "lake." + SCHEMA))
                            .getMaterializedRows()))
                    .as(query)
                    .isEqualTo(HashMultiset.create(runner.execute(at(asked), query.replace("CATALOG", "hive." + SCHEMA))
                            .getMaterializedRows()));
        }
        assertThat(tables.metric(
                        at(asked),
                        "SELECT n FROM lake.%s.%s WHERE ts > timestamp '2020-01-01 00:03:01'"
                                .formatted(SCHEMA, table(format, built)),
                        "skipping.objects.pruned"))
                .isEqualTo(OBJECTS - 1);
    }
}
