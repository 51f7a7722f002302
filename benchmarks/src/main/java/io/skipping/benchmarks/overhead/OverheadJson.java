// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.overhead;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;

/** The result for programs: one record a number. */
final class OverheadJson {
    private static final ObjectMapper MAPPER = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

    private OverheadJson() {}

    static void write(Instant date, Machine machine, List<Comparison> comparisons, Path file) throws IOException {
        Files.writeString(file, MAPPER.writeValueAsString(json(date, machine, comparisons)) + "\n");
    }

    static ObjectNode json(Instant date, Machine machine, List<Comparison> comparisons) {
        ObjectNode json = MAPPER.createObjectNode();
        json.put("benchmark", "overhead");
        json.put("date", date.toString());
        ObjectNode environment = json.putObject("environment");
        environment.put("cpu", machine.cpu());
        environment.put("cores", machine.cores());
        environment.put("java", machine.java());
        environment.put("trino", machine.trino());
        environment.put("load_average_before", machine.loadBefore());
        environment.put("load_average_after", machine.loadAfter());
        ArrayNode records = json.putArray("records");
        comparisons.forEach(comparison -> putRecords(records, comparison));
        return json;
    }

    private static void putRecords(ArrayNode records, Comparison comparison) {
        String name = comparison.query().name();
        for (Side side : Side.values()) {
            Target target = new Target(records, side.system(), name);
            target.put("pairs", comparison.pairs().size(), "count");
            target.put("seconds", comparison.of(side, Run::seconds), "s");
            target.put("cpu.seconds", comparison.of(side, Run::cpuSeconds), "s");
            target.put("requests", comparison.of(side, run -> run.counts().requests()), "count");
            target.put(
                    "index.requests",
                    comparison.of(side, run -> run.counts().index().requests()),
                    "count");
            target.put("bytes", comparison.of(side, run -> run.counts().bytesSent()), "B");
            target.put("objects", comparison.of(side, Overhead::objectsRead), "count");
        }
        Target target = new Target(records, Side.SKIPPING.system(), name);
        target.put("seconds.ratio", comparison.ratio(Run::seconds), "1");
        target.put("cpu.seconds.ratio", comparison.ratio(Run::cpuSeconds), "1");
        target.put("equal_results", comparison.equalResults() ? 1 : 0, "boolean");
    }

    private record Target(ArrayNode records, String system, String name) {
        void put(String metric, Quartiles quartiles, String unit) {
            put(metric, quartiles.median(), unit);
            if (quartiles.first() != quartiles.third()) {
                put("first_quartile." + metric, quartiles.first(), unit);
                put("third_quartile." + metric, quartiles.third(), unit);
            }
        }

        void put(String metric, double value, String unit) {
            ObjectNode entry = records.addObject();
            entry.put("system", system);
            entry.put("case", name);
            entry.put("metric", metric);
            if (value == Math.rint(value)) {
                entry.put("value", Math.round(value));
            } else {
                entry.put("value", value);
            }
            entry.put("unit", unit);
        }
    }
}
