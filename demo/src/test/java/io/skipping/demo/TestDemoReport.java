// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.demo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.skipping.testing.console.Quantity;
import io.skipping.testing.lake.LakeStore;
import io.skipping.testing.lake.Setting;
import io.skipping.testing.meters.MeterOptions;
import io.skipping.testing.meters.MeterReadings;
import io.skipping.testing.s3.LoggedRequest;
import io.skipping.testing.s3.RequestCounts;
import io.skipping.testing.s3.RequestKind;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.testng.annotations.Test;

public class TestDemoReport {
    private static final List<List<Object>> ROWS = List.of(List.of(987L, new BigDecimal("29.802049")));

    private static final List<List<Object>> LIKE_METERS = List.of(row(0, "3", "2", 12), row(2, "1", "4", 12));

    private static final NeighbourhoodQuery ALL_DAYS = query("neighbourhood", Optional.empty());
    private static final NeighbourhoodQuery ONE_DAY =
            query("neighbourhood-day", Optional.of(LocalDate.of(2026, 1, 15)));

    @Test
    public void testJson() {
        ObjectNode json = DemoJson.json(result(ROWS));

        assertThat(json.get("results_equal").asBoolean()).isTrue();
        assertThat(json.get("objects_total").asLong()).isEqualTo(128);
        assertThat(json.get("objects_matching").asLong()).isEqualTo(2);
        assertThat(json.get("objects_read_plain").asLong()).isEqualTo(128);
        assertThat(json.get("objects_read_skipping").asLong())
                .as("an object of the index is not one of the table")
                .isEqualTo(2);
        assertThat(json.get("bytes_plain").asLong()).isEqualTo(128_000_000);
        assertThat(json.get("bytes_skipping").asLong())
                .as("bytes of the index count")
                .isEqualTo(3_000_000);
        assertThat(json.get("requests_plain").asLong()).isEqualTo(256);
        assertThat(json.get("requests_skipping").asLong()).isEqualTo(3);
        assertThat(json.get("seconds_plain").asDouble()).isEqualTo(12);
        assertThat(json.get("seconds_skipping").asDouble()).isEqualTo(0.5);
        assertThat(json.get("requests_plain_by_kind").toString()).isEqualTo("{\"GET\":128,\"HEAD\":128}");
        assertThat(json.get("requests_skipping_by_kind").toString()).isEqualTo("{\"GET\":3}");
    }

    @Test
    public void testReport() {
        assertThat(DemoReport.of(result(ROWS)))
                .contains("\n      WHERE latitude BETWEEN ")
                .contains("987 meters, 29.802049 kWh on average")
                .contains("2 of 128 objects hold a row that the query wants")
                .contains("Hive connector           128       256  128   128   128 MB  12.0 s")
                .contains("skipping                   2         3    3     0  3.00 MB  0.50 s")
                .contains("85.3 × fewer requests, 42.7 × fewer bytes, 24.0 × faster")
                .contains("All results are equal");
    }

    @Test
    public void testStoreOfIndex() {
        DemoResult inS3 = result(ROWS);
        assertThat(DemoReport.of(inS3))
                .contains("Index: built in 20.0 s (256 requests, 128 MB read), 100 kB in the store, 0.08 % of the data")
                .doesNotContain("those of S3");
        assertThat(DemoJson.json(inS3).get("index_store").asText()).isEqualTo("object-store");
        assertThat(DemoJson.json(inS3).has("index_engine")).isFalse();

        IndexCost index = new IndexCost(
                inS3.index().job(), LakeStore.OPENSEARCH, Optional.of("OpenSearch 3.8.0"), 300_000, 128_000_000);
        DemoResult inEngine = new DemoResult(index, inS3.queries(), inS3.likeMeters());
        assertThat(DemoReport.of(inEngine))
                .contains("300 kB in OpenSearch 3.8.0, 0.23 % of the data")
                .contains("Requests and bytes are those of S3");
        assertThat(DemoJson.json(inEngine).get("index_store").asText()).isEqualTo("opensearch");
        assertThat(DemoJson.json(inEngine).get("index_engine").asText()).isEqualTo("OpenSearch 3.8.0");
    }

    @Test
    public void testDifferentResults() {
        DemoResult result = result(List.of(List.of(986L, new BigDecimal("29.802049"))));

        assertThat(result.equalResults()).isFalse();
        assertThat(DemoJson.json(result).get("results_equal").asBoolean()).isFalse();
        assertThat(DemoReport.of(result)).contains("RESULTS DIFFER");
    }

    @Test
    public void testTwoQueries() {
        DemoResult first = result(ROWS);
        DemoResult both = new DemoResult(first.index(), List.of(first.main(), ofOneDay(ROWS)), first.likeMeters());
        ObjectNode json = DemoJson.json(both);

        assertThat(json.get("queries")).hasSize(2);
        assertThat(json.get("objects_total").asLong())
                .as("what stands at the top is of the first")
                .isEqualTo(128);
        assertThat(json.get("requests_skipping").asLong()).isEqualTo(3);
        assertThat(json.get("results_equal").asBoolean()).isTrue();
        assertThat(DemoReport.of(both))
                .contains("2 of 128 objects hold a row that the query wants")
                .contains("AND dt = '2026-01-15'")
                .contains("2 of 64 objects hold a row that the query wants");

        DemoResult secondDiffers = new DemoResult(
                first.index(),
                List.of(first.main(), ofOneDay(List.of(List.of(1L, new BigDecimal("29.802049"))))),
                first.likeMeters());
        assertThat(DemoJson.json(secondDiffers).get("results_equal").asBoolean())
                .as("results are equal when those of all queries are")
                .isFalse();
        assertThat(DemoReport.of(secondDiffers)).contains("RESULTS DIFFER");
    }

    @Test
    public void testLikeMeters() {
        DemoResult result = result(ROWS);
        assertThat(DemoReport.of(result))
                .contains("beside meters like it: ")
                .contains("  00:00  ██████████████████████████████ 3.00\n         ▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒ 2.00\n")
                .contains("  02:00  ██████████ 1.00\n         ▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒ 4.00\n")
                .contains(
                        "In 2 days this meter used 4.00 kWh, and the 12 like it 6.00 kWh on average: it used 33 % less.");
        assertThat(DemoReport.of(result))
                .as("what it took")
                .containsPattern("(?m)^%s +1 requests +2.50 MB +1.50 s$".formatted(Setting.SKIPPING.title()));
        assertThat(DemoJson.json(result).get("like_meters").get("meters").asLong())
                .isEqualTo(12);
        JsonNode skipping =
                DemoJson.json(result).get("like_meters").get("settings").get(Setting.SKIPPING.key());
        assertThat(skipping.get("seconds").asDouble()).isEqualTo(1.5);
        assertThat(skipping.get("bytes_sent").asLong()).isEqualTo(2_500_000);

        LikeMeters alone = likeMeters(List.of(row(0, "3", null, 0)));
        assertThat(alone.text()).contains("There is no meter like it.");
        LikeMeters equal = likeMeters(List.of(row(0, "3", "3.01", 1)));
        assertThat(equal.text()).contains("used 3.00 kWh, and the one like it 3.01 kWh: it used as much.");
        LikeMeters different = new LikeMeters(
                alone.query(), 2, Map.of(Setting.PLAIN, run(alone.rows()), Setting.SKIPPING, run(equal.rows())));
        assertThat(DemoReport.of(new DemoResult(result.index(), result.queries(), different)))
                .contains("RESULTS DIFFER");
    }

    private static LikeMeters likeMeters(List<List<Object>> rows) {
        return new LikeMeters(
                new LikeMetersQuery(MeterReadings.meter(MeterOptions.defaults(), 7), 5),
                2,
                Map.of(Setting.PLAIN, run(rows), Setting.OFF, run(rows), Setting.SKIPPING, run(rows)));
    }

    private static Measurement.Run run(List<List<Object>> rows) {
        return new Measurement.Run(
                rows, 1.5, RequestCounts.of(List.of(request(RequestKind.GET, "meters/0.csv", 2_500_000))));
    }

    private static List<Object> row(long hour, String own, String others, long meters) {
        return Arrays.asList(hour, new BigDecimal(own), others == null ? null : new BigDecimal(others), meters);
    }

    @Test
    public void testMedian() {
        RequestCounts none = RequestCounts.of(List.of());
        Measurement three = new Measurement(
                Setting.PLAIN,
                2,
                List.of(
                        new Measurement.Run(ROWS, 3, none),
                        new Measurement.Run(ROWS, 1, none),
                        new Measurement.Run(ROWS, 2, none)));
        assertThat(three.median().seconds()).isEqualTo(2);

        Measurement two = new Measurement(
                Setting.PLAIN, 2, List.of(new Measurement.Run(ROWS, 3, none), new Measurement.Run(ROWS, 1, none)));
        assertThat(two.median().seconds())
                .as("of an even number the faster one")
                .isEqualTo(1);
    }

    @Test
    public void testQuantities() {
        assertThat(Quantity.bytes(0)).isEqualTo("0 B");
        assertThat(Quantity.bytes(999)).isEqualTo("999 B");
        assertThat(Quantity.bytes(1000)).isEqualTo("1.00 kB");
        assertThat(Quantity.bytes(999_949)).isEqualTo("1.00 MB");
        assertThat(Quantity.bytes(12_340_000)).isEqualTo("12.3 MB");
        assertThat(Quantity.seconds(0.123)).isEqualTo("0.12 s");
        assertThat(Quantity.factor(10, 0)).isEqualTo("all");
    }

    @Test
    public void testQueryOfOneDay() {
        assertThat(ONE_DAY.sql("hive.grid.meters"))
                .contains("FROM hive.grid.meters")
                .contains("AND dt = '2026-01-15'");
        assertThat(ONE_DAY.description())
                .startsWith("Average consumption within 5 km × 5 km around meter 30000000000007 in ")
                .endsWith(", 2026-01-15");
    }

    private static DemoResult result(List<List<Object>> skippingRows) {
        IndexCost index = new IndexCost(
                new IndexJob.Result(20, RequestCounts.of(scan(128))),
                LakeStore.OBJECT_STORE,
                Optional.empty(),
                100_000,
                128_000_000);
        return new DemoResult(index, List.of(comparison(ALL_DAYS, 128, skippingRows)), likeMeters(LIKE_METERS));
    }

    private static Comparison ofOneDay(List<List<Object>> skippingRows) {
        return comparison(ONE_DAY, 64, skippingRows);
    }

    private static Comparison comparison(NeighbourhoodQuery query, int objects, List<List<Object>> skippingRows) {
        List<LoggedRequest> skipping = List.of(
                request(RequestKind.GET, "meters/_skipping/segment", 1_000_000),
                request(RequestKind.GET, "meters/dt=1/1", 1_000_000),
                request(RequestKind.GET, "meters/dt=1/2", 1_000_000));
        Map<Setting, Measurement> measurements = new EnumMap<>(Setting.class);
        measurements.put(Setting.PLAIN, measurement(Setting.PLAIN, ROWS, 12, scan(objects)));
        measurements.put(Setting.OFF, measurement(Setting.OFF, ROWS, 12, scan(objects)));
        measurements.put(Setting.SKIPPING, measurement(Setting.SKIPPING, skippingRows, 0.5, skipping));
        return new Comparison(query, objects, measurements);
    }

    /** Each object whole. */
    private static List<LoggedRequest> scan(int objects) {
        List<LoggedRequest> requests = new ArrayList<>();
        for (int object = 0; object < objects; object++) {
            requests.add(request(RequestKind.HEAD, "meters/dt=1/" + object, 0));
            requests.add(request(RequestKind.GET, "meters/dt=1/" + object, 1_000_000));
        }
        return requests;
    }

    private static NeighbourhoodQuery query(String name, Optional<LocalDate> day) {
        return new NeighbourhoodQuery(name, MeterReadings.meter(MeterOptions.defaults(), 7), 5, day);
    }

    private static Measurement measurement(
            Setting setting, List<List<Object>> rows, double seconds, List<LoggedRequest> requests) {
        return new Measurement(setting, 2, List.of(new Measurement.Run(rows, seconds, RequestCounts.of(requests))));
    }

    private static LoggedRequest request(RequestKind kind, String key, long bytes) {
        return new LoggedRequest(Instant.EPOCH, kind, "lake", key, Optional.empty(), 200, bytes, 0, 0, 1);
    }
}
