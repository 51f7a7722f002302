// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.testng.annotations.Test;

public class TestTableName {
    @Test
    public void testNamesTables() {
        assertThat(TableName.of("Grid.METERS")).isEqualTo(new TableName("grid", "meters"));
        assertThat(TableName.of("grid.\"a.b c\"")).isEqualTo(new TableName("grid", "a.b c"));
        assertThat(TableName.of("Grid.\"Odd \"\"Table\"\".x\"").inCatalog("lake"))
                .isEqualTo("\"lake\".\"grid\".\"odd \"\"table\"\".x\"");
    }

    /** A command that is printed is copied into a shell. */
    @Test
    public void testArgumentOfACommand() {
        assertThat(TableName.of("grid.meters_2").argument()).isEqualTo("grid.meters_2");
        assertThat(TableName.of("grid.\"a.b c\"").argument()).isEqualTo("'\"grid\".\"a.b c\"'");
        assertThat(TableName.of("grid.a$b").argument()).isEqualTo("'\"grid\".\"a$b\"'");
        assertThat(TableName.of("grid.\"it's; \"\"x\"\"\"").argument()).isEqualTo("'\"grid\".\"it'\\''s; \"\"x\"\"\"'");
    }

    @Test
    public void testRefusesWhatIsNoTable() {
        for (String wrong :
                new String[] {"", "meters", "a.b.c", ".b", "a.", "a.\"", "a.\"b", "a. b", "a.\"\"", "grid meters"}) {
            assertThatThrownBy(() -> TableName.of(wrong))
                    .as(wrong)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("schema.table");
        }
    }
}
