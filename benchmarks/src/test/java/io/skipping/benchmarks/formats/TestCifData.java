// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.formats;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.testng.annotations.Test;

/** Tables of the CIF paper, and their questions. */
public class TestCifData {
    private static final CifData RECORDS = CifData.records(new SyntheticRecords(4, 300));
    private static final CifData WIDE = CifData.wide(20, 4, 1);
    private static final CifData CRAWL = CifData.crawl(2, 1);

    private static String sql(CifFigure figure, CifData data, String name) {
        return figure.questions(data).stream()
                .filter(question -> question.name().equals(name))
                .findFirst()
                .orElseThrow()
                .sql(Contender.skipping(Format.RC_BINARY));
    }

    /** A record has the patterns of its own share and of all larger ones. */
    @Test
    public void testPatternsAreNested() {
        List<String> prefixes = List.of("xxxxxxy", "xxxxxy", "xxxxy", "xxxy", "xxy", "xy");
        assertThat(RECORDS.rows().apply(1))
                .contains("CASE WHEN int1 / 1200e0 < 0.01e0 THEN 'xxxxxxy' WHEN int1 / 1200e0 < 0.2e0 THEN 'xxxxxy'")
                .contains(" < 0.8e0 THEN 'xxy' ELSE 'xy' END || str1, CASE WHEN (int6 - 1) / 10000e0 < 0.01e0")
                .endsWith("FROM hive.formats.records_text WHERE \"$path\" = 's3://lake/records_text/records-00001'");
        assertThat(prefixes).isSorted();
        List<Integer> shares = List.of(1, 20, 40, 60, 80, 100);
        for (int share : shares) {
            String prefix = CifData.pattern(share).replace("%", "");
            assertThat(prefixes.stream().filter(each -> each.startsWith(prefix)))
                    .as("strings with the pattern of %d %%", share)
                    .hasSize(shares.indexOf(share) + 1);
        }
        assertThat(CifData.pattern(0))
                .as("between the strings that there are")
                .isBetween(prefixes.get(3).substring(0, 4), prefixes.get(4));
    }

    @Test
    public void testFiguresHaveTheirTables() {
        assertThat(Arrays.stream(CifFigure.values())
                        .map(figure -> figure.questions(RECORDS).size()
                                + figure.questions(WIDE).size()
                                + figure.questions(CRAWL).size()))
                .containsExactly(5, 14, 6, 2);
        for (CifFigure figure : CifFigure.values()) {
            for (CifData data : List.of(RECORDS, WIDE, CRAWL)) {
                if (!figure.questions(data).isEmpty()) {
                    assertThat(data.stored())
                            .as("%s of %s", figure, data.name())
                            .containsAll(figure.contenders().stream()
                                    .map(Contender::format)
                                    .toList());
                }
            }
        }
    }

    @Test
    public void testQuestions() {
        assertThat(sql(CifFigure.SELECTIVITY, RECORDS, "selectivity=40/scattered"))
                .isEqualTo("SELECT sum(element_at(map1, 'k037')) FROM lake.formats.figures_rc_binary"
                        + " WHERE str2 LIKE 'xxxx%'");
        assertThat(WIDE.count()).as("rows of 20 strings of 30 characters").isEqualTo(4 * 1600);
        assertThat(sql(CifFigure.WIDTH, WIDE, "columns=20/tenth/clustered"))
                .isEqualTo("SELECT to_hex(checksum(c19)), to_hex(checksum(c20)) FROM lake.formats.columns20_rc_binary"
                        + " WHERE c1 BETWEEN '000000000000000000000000003200' AND '000000000000000000000000003263'");
        assertThat(sql(CifFigure.CRAWL, CRAWL, "crawl/clustered"))
                .isEqualTo(
                        "SELECT array_join(array_sort(array_agg(DISTINCT element_at(metadata, 'content-type'))), ' '),"
                                + " count(*) FROM lake.formats.crawl_rc_binary WHERE url LIKE '%example.com/jp%'");
        assertThat(CRAWL.rows().apply(0)).contains(">= 0.4e0", "< 0.46e0 THEN 'jp'");
    }
}
