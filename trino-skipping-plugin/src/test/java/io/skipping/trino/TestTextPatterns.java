// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino;

import static io.skipping.trino.SkippingQueryRunner.SCHEMA;
import static io.skipping.trino.core.text.RandomText.literal;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.HashMultiset;
import com.google.common.collect.Lists;
import com.google.common.collect.Multiset;
import io.airlift.slice.Slice;
import io.airlift.slice.Slices;
import io.skipping.trino.core.text.RandomText;
import io.trino.testing.MaterializedRow;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.testng.annotations.Test;

/**
 * LIKE and regular expressions over texts of all planes, and over bytes that are no text: whatever the index decides by the
 * values of a range, or by fragments of them, a scan finds the same rows.
 */
public class TestTextPatterns extends AbstractLakeTest {
    private static final long SEED = Long.getLong("property.seed", 20_261_123L);
    private static final int CONDITIONS = Integer.getInteger("property.conditions", 100);
    private static final int CONDITIONS_PER_QUERY = 20;
    private static final int OBJECTS = 12;
    private static final int ROWS = 2;

    /** What stands before a text, so that an index of its values is small beside the range. */
    private static final byte[] PAD = ("-".repeat(100) + "|").getBytes(UTF_8);

    private final RandomText texts = new RandomText(new Random(SEED));
    /** of which the texts are made */
    private final List<String> patterns = new ArrayList<>();

    @Override
    protected void createTables() throws IOException {
        createTable("smileys");
        write("smileys", "object-0", List.of(Slices.utf8Slice("😀😀"), Slices.utf8Slice("😀😀")));
        write("smileys", "object-1", List.of(Slices.utf8Slice("abc"), Slices.utf8Slice("smile")));
        createIndex("smileys", "values", "MAP()");
        assertThat(tables.build("smileys", "1MB").failed()).isZero();

        for (String table : List.of("by_values", "by_fragments")) {
            createTable(table);
        }
        for (int object = 0; object < OBJECTS; object++) {
            List<Slice> values = new ArrayList<>();
            for (int row = 0; row < ROWS; row++) {
                boolean isRegex = row % 2 == 0;
                String pattern = isRegex ? texts.regex() : texts.likePattern();
                if (!isRegex) {
                    patterns.add(pattern);
                }
                values.add(texts.like(pattern));
            }
            write("by_values", "object-" + object, values);
            write("by_fragments", "object-" + object, values);
        }
        createIndex("by_values", "values", "MAP()");
        // enough for so small ranges
        createIndex("by_fragments", "ngram", "MAP(ARRAY['budget_percent', 'fpp'], ARRAY['100', '0.0001'])");
        for (String table : List.of("by_values", "by_fragments")) {
            assertThat(tables.build(table, "1MB").failed()).isZero();
        }
    }

    private void createTable(String table) throws IOException {
        Files.createDirectories(root.resolve(table));
        runner.execute(
                "CREATE TABLE hive.%1$s.%2$s (pad varchar, v varchar) WITH (format = 'TEXTFILE', textfile_field_separator = '|', external_location = 'local:///%2$s')"
                        .formatted(SCHEMA, table));
    }

    private void createIndex(String table, String type, String options) {
        runner.execute("CALL lake.system.create_index('%s', '%s', '%s', ARRAY['v'], %s)"
                .formatted(SCHEMA, table, type, options));
    }

    private void write(String table, String object, List<Slice> values) throws IOException {
        ByteArrayOutputStream lines = new ByteArrayOutputStream();
        for (Slice value : values) {
            lines.writeBytes(PAD);
            lines.writeBytes(value.getBytes());
            lines.write('\n');
        }
        Path folder = root.resolve(table);
        Files.write(folder.resolve(object), lines.toByteArray());
    }

    @Test
    public void testACharacterOfAnotherPlaneBehindAnUnderscore() {
        String smiley = literal("_😀%");
        for (String filter : List.of(
                "v LIKE " + smiley,
                "v NOT LIKE " + smiley,
                "v LIKE %s ESCAPE '!'".formatted(smiley),
                "v LIKE 'abc' OR v LIKE " + smiley,
                "NOT (length(v) = 3 OR v NOT LIKE %s)".formatted(smiley),
                "reverse(v) LIKE " + smiley,
                "replace(v, 'smile', %s) LIKE %s".formatted(literal("😀😀"), smiley),
                "CASE WHEN v LIKE %s THEN true ELSE false END".formatted(smiley),
                "any_match(split(v, ','), part -> part LIKE %s)".formatted(smiley),
                "try(v LIKE %s)".formatted(smiley),
                "v LIKE " + literal("%😀_"),
                "v LIKE " + literal("_\uD83D\uDE00"),
                "regexp_like(v, %s)".formatted(literal("^.😀$")))) {
            assertSameAsPlain("SELECT v FROM CATALOG.smileys WHERE " + filter);
        }
    }

    @Test
    public void testWhatNoMatcherDisputesIsSkipped() {
        assertThat(tables.metric(
                        on,
                        "SELECT v FROM lake.%s.smileys WHERE v LIKE '_x%%'".formatted(SCHEMA),
                        "skipping.objects.pruned"))
                .as("the object whose texts are of the basic plane")
                .isEqualTo(1);
    }

    @Test
    public void testPatternsMatchAsInScans() {
        List<String> conditions = new ArrayList<>();
        Random random = new Random(SEED);
        while (conditions.size() < CONDITIONS) {
            String pattern =
                    random.nextInt(3) > 0 ? patterns.get(random.nextInt(patterns.size())) : texts.likePattern();
            String not = random.nextInt(4) == 0 ? "NOT " : "";
            conditions.add(
                    switch (random.nextInt(6)) {
                        case 0 -> "starts_with(v, %s)".formatted(literal(texts.proper(2)));
                        case 1 -> "strpos(v, %s) > 0".formatted(literal(texts.proper(2)));
                        case 2 -> "regexp_like(v, %s)".formatted(literal(regexOf(pattern)));
                        default -> "v %sLIKE %s ESCAPE '!'".formatted(not, literal(pattern));
                    });
        }
        for (String table : List.of("by_values", "by_fragments")) {
            for (List<String> some : Lists.partition(conditions, CONDITIONS_PER_QUERY)) {
                List<String> columns = List.of("\"$path\"", "to_hex(to_utf8(v))");
                Multiset<MaterializedRow> plain =
                        ConditionScan.rows(query -> rows(query), "hive.%s.%s".formatted(SCHEMA, table), columns, some);
                List<MaterializedRow> ours =
                        rows(ConditionScan.conditionByCondition("lake.%s.%s".formatted(SCHEMA, table), columns, some));
                assertThat(HashMultiset.create(ours))
                        .as("of %s, by the number of the condition: %s", table, some)
                        .isEqualTo(plain);
            }
        }
    }

    /** An expression for texts like those of a pattern of LIKE. */
    private static String regexOf(String like) {
        return like.replace("!", "").replace("_", ".").replace("%", ".*");
    }
}
