// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino;

import static io.skipping.trino.CountedBoundsIndexType.LOOKS;
import static io.skipping.trino.SkippingQueryRunner.SCHEMA;
import static org.assertj.core.api.Assertions.assertThat;

import io.trino.filesystem.tracing.FileSystemAttributes;
import java.util.Map;
import java.util.Set;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** That a query looks at what an index knows of a range once for each condition, however often planning and scanning ask. */
public class TestEvaluatedOnce extends AbstractLakeTest {
    private static final int OBJECTS = 10;

    /** Hive spares the store requests by what it has listed in the same transaction; without that, each listing is one. */
    @Override
    protected Map<String, String> lakeProperties() {
        return Map.of(
                "hive.per-transaction-file-status-cache.max-retained-size", "0B",
                "skipping.dynamic-filtering.wait-timeout", "1m");
    }

    /** Asks the server, whose spans are counted. */
    @Override
    protected boolean asksLocally() {
        return false;
    }

    @Override
    protected void createTables() {
        runner.execute("CREATE TABLE counted (a bigint, b bigint)");
        tables.setAutoIndexes("counted", false);
        for (String column : Set.of("a", "b")) {
            runner.execute("CALL lake.system.create_index('%s', 'counted', '%s', ARRAY['%s'])"
                    .formatted(SCHEMA, CountedBoundsIndexType.NAME, column));
        }
        for (int object = 0; object < OBJECTS; object++) {
            runner.execute("INSERT INTO counted SELECT n, n %% 10 FROM UNNEST(sequence(%s, %s)) AS t(n)"
                    .formatted(10 * object, 10 * object + 9));
        }
        assertThat(tables.build("counted", "1MB").failed()).isZero();
        runner.execute("CREATE TABLE listed WITH (format = 'TEXTFILE') AS SELECT * FROM counted");
        assertThat(tables.build("listed", "1MB").failed()).isZero();
    }

    @DataProvider
    public static Object[][] queries() {
        return new Object[][] {
            {"SELECT a FROM CATALOG.counted WHERE a BETWEEN 20 AND 39", OBJECTS},
            {"SELECT a FROM CATALOG.counted WHERE a BETWEEN 20 AND 44", OBJECTS},
            {"SELECT count(*) FROM CATALOG.counted WHERE a BETWEEN 20 AND 38", OBJECTS},
            {"SELECT count(*), min(a), max(a) FROM CATALOG.counted WHERE a BETWEEN 10 AND 29", OBJECTS},
            {"SELECT b FROM CATALOG.counted WHERE a BETWEEN 21 AND 59 ORDER BY a LIMIT 1", OBJECTS},
            {"SELECT a FROM CATALOG.counted WHERE a > 31 ORDER BY a DESC LIMIT 3", OBJECTS},
            // of both columns, but of the second only what the first leaves
            {"SELECT a FROM CATALOG.counted WHERE a BETWEEN 22 AND 41 AND b < 5", OBJECTS + 3},
            {"SELECT a FROM CATALOG.counted WHERE a BETWEEN 23 AND 42 AND a % 3 = 0", OBJECTS},
            {"SELECT a FROM CATALOG.counted WHERE a < 11 OR b > 20", 2 * OBJECTS - 1},
            {"SELECT a FROM CATALOG.counted WHERE a IN (SELECT n FROM UNNEST(ARRAY[7, 8, 99]) AS t(n))", OBJECTS},
        };
    }

    @Test(dataProvider = "queries")
    public void testOneLookAtARange(String query, int looks) {
        LOOKS.set(0);
        assertSameAsPlain(query);
        assertThat(LOOKS.get()).as(query).isEqualTo(looks);

        assertSameAsPlain(query);
        assertThat(LOOKS.get()).as("asked again: %s", query).isEqualTo(looks);
    }

    @Test
    public void testLimitsTakeWhatIsPromised() {
        LOOKS.set(0);
        assertThat(rows("SELECT a FROM lake.%s.counted WHERE a BETWEEN 24 AND 43 LIMIT 4".formatted(SCHEMA)))
                .hasSize(4);
        assertThat(LOOKS.get()).isEqualTo(OBJECTS);
    }

    /** Queries, and how often the table is listed: for what is asked while planning, and for each scan. */
    @DataProvider
    public static Object[][] listings() {
        return new Object[][] {
            {"SELECT count(*) FROM CATALOG.listed", 1},
            {"SELECT (SELECT count(*) FROM CATALOG.listed), (SELECT max(a) FROM CATALOG.listed)", 1},
            {"SELECT t.a FROM CATALOG.listed t JOIN (SELECT max(a) AS most FROM CATALOG.listed) ON t.a = most", 2},
        };
    }

    @Test(dataProvider = "listings")
    public void testOneListingForAnswersAndEstimates(String query, int listings) {
        assertSameAsPlain(query);
        assertThat(runner.getSpans().stream()
                        .filter(span -> span.getName().equals("FileSystem.listFiles"))
                        .map(span -> span.getAttributes().get(FileSystemAttributes.FILE_LOCATION))
                        // and not of the index
                        .filter(location -> location.endsWith("/listed")))
                .as(query)
                .hasSize(listings);
    }
}
