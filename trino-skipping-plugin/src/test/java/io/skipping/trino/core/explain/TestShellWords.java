// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.explain;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.skipping.command.TableName;
import io.trino.spi.connector.SchemaTableName;
import java.io.IOException;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Names in commands are what a shell takes for one word each, whatever is in them. */
public class TestShellWords {
    @DataProvider
    public static Object[][] names() {
        return new Object[][] {
            {"trips"},
            {"2024.q1"},
            {"a b"},
            {"a; touch b"},
            {"`touch b`"},
            {"$(touch b)"},
            {"it's"},
            {"say \"it\""},
            {"*"},
            {"~"},
            {"a&b|c>d"},
            {"line\nline"},
            {"back\\slash"},
        };
    }

    @Test(dataProvider = "names")
    public void testNamesAreOneWord(String name) throws Exception {
        assertThat(printed(ShellWords.of(name))).isEqualTo(name + "\n");
        assertThat(printed(ShellWords.ofFile("-" + name))).isEqualTo("./-" + name + "\n");
        String table = printed(ShellWords.ofTable(new SchemaTableName("lake", name)));
        assertThat(TableName.of(table.substring(0, table.length() - 1))).isEqualTo(new TableName("lake", name));
    }

    /** Returns the words that a shell passes to a command, each with a line end. */
    private static String printed(String words) throws IOException, InterruptedException {
        Process shell = new ProcessBuilder("sh", "-c", "printf '%s\\n' " + words).start();
        String printed = new String(shell.getInputStream().readAllBytes(), UTF_8);
        assertThat(shell.waitFor()).as(words).isZero();
        return printed;
    }

    @Test
    public void testOrdinaryNamesHaveNoQuotes() {
        assertThat(ScanExplanation.withoutIndex("lake-1", new SchemaTableName("grid", "meters_2"))
                        .text())
                .isEqualTo(
                        "The table has no index: java -jar index-builder.jar build --catalog lake-1 --table grid.meters_2 --server URL");
        assertThat(ShellWords.ofFile("part-0001.c000.gz")).isEqualTo("part-0001.c000.gz");
    }

    @Test
    public void testNamesOfTablesAreQuotedAsCommandsParseThem() {
        assertThat(ScanExplanation.withoutIndex("my lake", new SchemaTableName("grid", "2024.q1"))
                        .remedy()
                        .command())
                .contains(
                        "java -jar index-builder.jar build --catalog 'my lake' --table '\"grid\".\"2024.q1\"' --server URL");
    }
}
