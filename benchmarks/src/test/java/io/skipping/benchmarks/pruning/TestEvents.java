// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.pruning;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.testng.annotations.Test;

public class TestEvents {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final Events EVENTS = new Events(16, 50);

    @Test
    public void testSameEveryTime() {
        assertThat(EVENTS.content(3)).isEqualTo(new Events(16, 50).content(3));
        assertThat(EVENTS.content(3)).isNotEqualTo(EVENTS.content(4));
    }

    @Test
    public void testValuesAreWhereTheyAreSaidToBe() throws IOException {
        List<JsonNode> rows = rows(5);
        assertThat(rows).hasSize(50);
        JsonNode row = rows.get(7);
        assertThat(row.get("id").asLong()).isEqualTo(EVENTS.id(5, 7));
        assertThat(row.get("name").asText()).isEqualTo(EVENTS.name(5, 7));
        assertThat(row.get("at").asText())
                .startsWith(EVENTS.at(5, 7).toLocalDate().toString());
        assertThat(row.get("tags").toString()).contains("\"" + Events.batch(5) + "\"");
        assertThat(row.get("attributes").get("agent").asText()).isEqualTo(Events.agent(5));
        assertThat(row.get("place").get("city").asText()).isEqualTo(Events.city(5));
        assertThat(row.get("x").asDouble()).isBetween(10.0 * Events.column(5), 10.0 * Events.column(5) + 10);
        assertThat(rows)
                .extracting(event -> event.get("level").asDouble())
                .allMatch(level -> level >= EVENTS.level(5, true) && level <= EVENTS.level(5, true) + 5
                        || level >= EVENTS.level(5, false) && level <= EVENTS.level(5, false) + 5);
    }

    @Test
    public void testSquaresOnTheMap() {
        assertThat(List.of(Events.column(0), Events.column(1), Events.column(2), Events.column(3), Events.column(4)))
                .as("two by two, then the next two by two")
                .containsExactly(0, 1, 0, 1, 2);
    }

    private static List<JsonNode> rows(int object) throws IOException {
        List<JsonNode> rows = new ArrayList<>();
        for (String line : EVENTS.content(object).lines().toList()) {
            rows.add(MAPPER.readTree(line));
        }
        return rows;
    }
}
