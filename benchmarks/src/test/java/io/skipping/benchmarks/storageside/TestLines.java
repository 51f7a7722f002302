// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.storageside;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.skipping.testing.lake.Sql;
import io.skipping.testing.meters.format.MeterFormat;
import io.trino.testing.QueryRunner;
import io.trino.testing.StandaloneQueryRunner;
import io.trino.testing.TestingSession;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.Test;

/** Bytes of lines, counted by Trino. */
@Test(groups = "servers")
public class TestLines {
    private static final List<Question> QUESTIONS = List.of(
            new Question("warm", "", "temp > 20"),
            new Question("town", "", "city = 'Orléans' AND latitude BETWEEN 47 AND 48"),
            new Question("none", "", "vid = 1"),
            new Question("everything", "", "true"));

    private static final String WARM =
            "1768435200,30.500,10.100,20.400,elec,30000000000000,70,20.50,Paris,75,48.1000000,2.1000000";
    private static final String TOWN =
            "1768435200,9.000,4.000,5.000,gas,30000000000001,50,3.00,Orléans,45,47.9000000,1.9000000";

    private QueryRunner runner;

    @BeforeClass
    public void start() {
        runner = new StandaloneQueryRunner(TestingSession.testSessionBuilder().build());
    }

    @AfterClass(alwaysRun = true)
    public void stop() {
        if (runner != null) {
            runner.close();
        }
    }

    private List<Oracle> oracles(MeterFormat format, List<String> lines) {
        String table = lines.stream()
                .map(Sql::literal)
                .collect(Collectors.joining("), (", "(VALUES (", ")) AS t (%s)".formatted(Lines.COLUMN)));
        return Lines.oracles(runner.execute(Lines.sql(QUESTIONS, format, table))
                .getMaterializedRows()
                .getFirst()
                .getFields());
    }

    private static long bytes(String line) {
        return (line + "\n").getBytes(StandardCharsets.UTF_8).length;
    }

    private static String json(String csv) {
        String[] fields = csv.split(",");
        return """
                {"date":%s,"index":%s,"sumhc":%s,"sumhp":%s,"type":"%s","vid":%s,"size":%s,"temp":%s,"city":"%s","region":%s,\
                "latitude":%s,"longitude":%s}""".formatted((Object[]) fields);
    }

    @Test
    public void testCsv() {
        assertThat(oracles(MeterFormat.CSV, List.of(WARM, TOWN)))
                .containsExactly(
                        new Oracle(1, bytes(WARM), bytes("10.100")),
                        new Oracle(1, bytes(TOWN), bytes("4.000")),
                        new Oracle(0, 0, 0),
                        new Oracle(2, bytes(WARM) + bytes(TOWN), bytes("10.100") + bytes("4.000")));
    }

    @Test
    public void testJson() {
        String warm = json(WARM);
        String town = json(TOWN);
        assertThat(oracles(MeterFormat.JSON, List.of(warm, town)))
                .containsExactly(
                        new Oracle(1, bytes(warm), bytes("{\"sumhc\":10.100}")),
                        new Oracle(1, bytes(town), bytes("{\"sumhc\":4.000}")),
                        new Oracle(0, 0, 0),
                        new Oracle(
                                2,
                                bytes(warm) + bytes(town),
                                bytes("{\"sumhc\":10.100}") + bytes("{\"sumhc\":4.000}")));
    }

    @Test
    public void testColumnarObjectsHaveNoLines() {
        assertThatThrownBy(() -> Lines.sql(QUESTIONS, MeterFormat.PARQUET, "t"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("Not text: PARQUET");
    }
}
