// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino;

import static io.trino.testing.assertions.Assert.assertEventually;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.airlift.units.Duration;
import io.skipping.search.local.SearchProduct;
import io.skipping.trino.FaultyProxy.Refusal;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** The faults of an engine, and those of what stands in front of it: some requests hang, or are refused. */
@Test(singleThreaded = true, groups = "servers")
public class TestElasticsearchFaults extends AbstractSearchFaultsTest {
    public TestElasticsearchFaults() {
        super(SearchProduct.ELASTICSEARCH);
    }

    /** Texts in requests: which state there is, which ranges match and whether all are there, what they hold. */
    @DataProvider
    public Object[][] requests() {
        return new Object[][] {{"\"file.path\""}, {"\"words\""}, {"\"slot\""}};
    }

    @Test(dataProvider = "requests")
    public void testSomeRequestsHang(String request) throws Exception {
        String table = "hang_" + (request.hashCode() & 0xffff);
        createTable(table);
        proxy.hang(request);
        for (String query : QUERIES) {
            long started = System.nanoTime();
            try (CapturedWarnings warnings = new CapturedWarnings()) {
                lake.assertSameAsPlain("hasty", query.formatted(table));
                assertThat(Duration.nanosSince(started))
                        .as(query)
                        .isLessThan(new Duration(TIMEOUT.toMillis() + SLACK.toMillis(), MILLISECONDS));
                assertThat(warnings.messages())
                        .filteredOn(message -> message.startsWith("The index of test." + table))
                        .as(query)
                        .hasSizeLessThan(2)
                        .allSatisfy(message ->
                                assertThat(message).contains("no answer within skipping.lookup-timeout=500.00ms"));
            }
        }
        assertThat(metric("hasty", table, "skipping.lookup.failures")).isPositive();
        proxy.heal();
        assertEventually(SOON, () -> assertSkips("hasty", table));
    }

    /** What a proxy or the engine may answer, which of the requests so, and what the warning says. */
    @DataProvider
    public Object[][] refusals() {
        String error = "{\"error\": {\"type\": \"some_exception\", \"reason\": \"some reason\"}, \"status\": %s}";
        return new Object[][] {
            {500, error, "", "answered 500 some_exception: some reason"},
            {500, error, "\"words\"", "answered 500 some_exception: some reason"},
            {404, "<html>no such page</html>", "", "answered 404 with content that is not the expected JSON"},
            {404, error, "\"words\"", "answered 404 some_exception: some reason"},
            {200, "{}", "\"words\"", "Not all of index"},
            {200, "{\"timed_out\": false, \"_shards\": {\"failed\": 0}}", "\"words\"", "Not all of index"},
            {200, "{\"timed_out\": false, \"_shards\": {\"failed\": 1}}", "", "Not all of index"},
            {401, error, "", "set skipping.elasticsearch.user and skipping.elasticsearch.password"},
            {403, error, "", "answered 403"},
            {429, error, "\"words\"", ""},
            {503, error, "", ""},
        };
    }

    @Test(dataProvider = "refusals")
    public void testRefused(int status, String content, String request, String reason) {
        proxy.fault(asked -> {
            if (asked.contains(request)) {
                throw new Refusal(status, content.formatted(status));
            }
        });
        try (CapturedWarnings warnings = new CapturedWarnings()) {
            for (String query : QUERIES) {
                lake.assertSameAsPlain("hasty", query.formatted("t"));
            }
            assertThat(warnings.messages())
                    .filteredOn(message -> message.startsWith("The index of test.t cannot be used"))
                    .as("one of a query")
                    .hasSizeBetween(1, QUERIES.size())
                    .allSatisfy(message -> assertThat(message)
                            .containsAnyOf(reason, "no answer within skipping.lookup-timeout=500.00ms"));
        }
        proxy.heal();
        assertEventually(SOON, () -> assertSkips("hasty", "t"));
    }
}
