// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.measure;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;

/** Collects a benchmark's result as JSON: one record per number. */
public final class Records {
    private static final ObjectMapper MAPPER = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

    private final ObjectNode json = MAPPER.createObjectNode();
    private final ArrayNode records;

    public Records(String benchmark, Instant date, Machine machine) {
        json.put("benchmark", benchmark);
        json.put("date", date.toString());
        ObjectNode environment = json.putObject("environment");
        environment.put("cpu", machine.cpu());
        environment.put("cores", machine.cores());
        environment.put("java", machine.java());
        environment.put("trino", machine.trino());
        if (machine.loadIsKnown()) {
            environment.put("load_average_before", machine.loadBefore());
            environment.put("load_average_after", machine.loadAfter());
        }
        records = json.putArray("records");
    }

    /** Returns the records of one system in one case. */
    public Target of(String system, String name) {
        return new Target(system, name);
    }

    public ObjectNode json() {
        return json;
    }

    public void write(Path file) throws IOException {
        Files.writeString(file, MAPPER.writeValueAsString(json) + "\n");
    }

    /** Collects the numbers of one system in one case. */
    public final class Target {
        private final String system;
        private final String name;

        private Target(String system, String name) {
            this.system = system;
            this.name = name;
        }

        /** Adds a number, with its quartiles if they differ. */
        public void put(String metric, Quartiles quartiles, String unit) {
            put(metric, quartiles.median(), unit);
            if (quartiles.first() != quartiles.third()) {
                put("first_quartile." + metric, quartiles.first(), unit);
                put("third_quartile." + metric, quartiles.third(), unit);
            }
        }

        public void put(String metric, double value, String unit) {
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

        public void put(String metric, boolean value) {
            put(metric, value ? 1 : 0, "boolean");
        }
    }
}
