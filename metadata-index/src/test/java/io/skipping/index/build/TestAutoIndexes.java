// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.build;

import static io.skipping.index.value.ScalarType.BIGINT;
import static io.skipping.index.value.ScalarType.BOOLEAN;
import static io.skipping.index.value.ScalarType.DATE;
import static io.skipping.index.value.ScalarType.DOUBLE;
import static io.skipping.index.value.ScalarType.INTEGER;
import static io.skipping.index.value.ScalarType.REAL;
import static io.skipping.index.value.ScalarType.VARCHAR;
import static org.assertj.core.api.Assertions.assertThat;

import io.skipping.index.IndexDefinition;
import io.skipping.index.IndexedColumn;
import io.skipping.index.type.IndexType;
import io.skipping.index.type.IndexTypes;
import io.skipping.index.type.Summaries;
import io.skipping.index.type.Summarizer;
import io.skipping.index.type.SummaryField;
import io.skipping.index.value.BytesColumn;
import io.skipping.index.value.KeyColumn;
import io.skipping.index.value.ListColumn;
import io.skipping.index.value.ScalarType;
import io.skipping.index.value.ValueVector;
import io.skipping.index.value.Vectors;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

public class TestAutoIndexes {
    private final IndexTypes indexTypes = IndexTypes.load(getClass().getClassLoader());

    private static IndexedColumn column(String name, ScalarType type) {
        return new IndexedColumn(name, type, name);
    }

    @Test
    public void testChoice() {
        List<IndexDefinition> definitions = AutoIndexes.choose(
                List.of(
                        column("id", BIGINT),
                        column("name", VARCHAR),
                        column("load", DOUBLE),
                        column("day", DATE),
                        column("tags", ScalarType.other("array(varchar)"))),
                List.of(column("CAST(name AS double)", DOUBLE)));
        assertThat(definitions)
                .extracting(IndexDefinition::name)
                .containsExactly(
                        "nulls(id)",
                        "minmax(id)",
                        "ranks(id)",
                        "values(id)",
                        "bloom(id)",
                        "nulls(name)",
                        "minmax(name)",
                        "values(name)",
                        "bloom(name)",
                        "nulls(load)",
                        "minmax(load)",
                        "ranks(load)",
                        "nulls(day)",
                        "minmax(day)",
                        "ranks(day)",
                        "values(day)",
                        "minmax(CAST(name AS double))");
        assertThat(definitions)
                .allSatisfy(definition -> indexTypes
                        .get(definition.type())
                        .check(IndexTypes.columnTypes(definition), definition.options()));
        assertThat(definitions)
                .filteredOn(definition -> definition.type().equals("ranks"))
                .as("no column is read for its ranks alone")
                .noneMatch(definition -> indexTypes.get("ranks").isWorthReading(definition.options()));
        assertThat(AutoIndexes.choose(List.of(), List.of())).isEmpty();
    }

    /** Columns, and the pairs of them that boxes are made around: X, which is the longitude, first. */
    @DataProvider
    public Object[][] places() {
        return new Object[][] {
            {List.of("latitude", "longitude"), List.of("bbox(longitude,latitude)")},
            {List.of("longitude", "latitude"), List.of("bbox(longitude,latitude)")},
            {List.of("lat", "lon"), List.of("bbox(lon,lat)")},
            {List.of("lat", "lng"), List.of("bbox(lng,lat)")},
            {List.of("lat", "long"), List.of("bbox(long,lat)")},
            {List.of("Lat", "LONG"), List.of("bbox(LONG,Lat)")},
            {
                List.of("pickup_latitude", "dropoff_longitude", "pickup_longitude", "dropoff_latitude"),
                List.of("bbox(pickup_longitude,pickup_latitude)", "bbox(dropoff_longitude,dropoff_latitude)")
            },
            {List.of("meter_lat", "meter_lng"), List.of("bbox(meter_lng,meter_lat)")},
            {List.of("latitude_deg", "longitude_deg"), List.of("bbox(longitude_deg,latitude_deg)")},
            {List.of("startlat", "startlng"), List.of("bbox(startlng,startlat)")},
            {List.of("platform_lat", "platform_lon"), List.of("bbox(platform_lon,platform_lat)")},
            {List.of("lat1", "lon1", "lat2", "lon2"), List.of("bbox(lon1,lat1)", "bbox(lon2,lat2)")},
            {
                List.of("CAST(latitude AS double)", "CAST(longitude AS double)", "CAST(latitude AS real)"),
                List.of("bbox(CAST(longitude AS double),CAST(latitude AS double))")
            },
            {List.of("latitude"), List.of()},
            {List.of("pickup_latitude", "dropoff_longitude"), List.of()},
            {List.of("flat", "colour"), List.of()},
            {List.of("x", "y"), List.of()},
        };
    }

    @Test(dataProvider = "places")
    public void testPairsOfCoordinates(List<String> names, List<String> boxes) {
        List<IndexedColumn> doubles =
                names.stream().map(name -> column(name, DOUBLE)).toList();
        IndexedColumn id = column("id", BIGINT);
        assertThat(boxes(Stream.concat(Stream.of(id), doubles.stream()).toList(), List.of()))
                .isEqualTo(boxes);
        assertThat(boxes(List.of(id), doubles)).as("casts of texts").isEqualTo(boxes);
        assertThat(boxes(doubles, List.of())).as("measurements only").isEmpty();
        assertThat(boxes(
                        Stream.concat(Stream.of(id), names.stream().map(name -> column(name, REAL)))
                                .toList(),
                        List.of()))
                .as("points are of doubles")
                .isEmpty();
    }

    private List<String> boxes(List<IndexedColumn> columns, List<IndexedColumn> casts) {
        List<IndexDefinition> definitions = AutoIndexes.choose(columns, casts).stream()
                .filter(definition -> definition.type().equals("bbox"))
                .toList();
        definitions.forEach(
                definition -> indexTypes.get("bbox").check(IndexTypes.columnTypes(definition), definition.options()));
        return definitions.stream().map(IndexDefinition::name).toList();
    }

    @DataProvider
    public Object[][] rangeMegabytes() {
        return new Object[][] {{1}, {8}};
    }

    /** Twelve columns, rows of about a hundred bytes of text: meter readings. */
    @Test(dataProvider = "rangeMegabytes")
    public void testSize(int megabytes) {
        List<IndexedColumn> columns = List.of(
                column("meter", BIGINT),
                column("reading", VARCHAR),
                column("at", ScalarType.timestamp(3)),
                column("day", DATE),
                column("town", VARCHAR),
                column("country", VARCHAR),
                column("kind", INTEGER),
                column("valid", BOOLEAN),
                column("price", ScalarType.decimal(10, 2)),
                column("latitude", DOUBLE),
                column("longitude", DOUBLE),
                column("load", DOUBLE));
        long rangeBytes = megabytes * 1_000_000L;
        int rows = (int) (rangeBytes / 100);
        List<ValueVector> vectors = readings(columns, rows);
        Map<String, Long> kept = summarize(columns, vectors, rangeBytes);
        long bytes = kept.values().stream().mapToLong(Long::longValue).sum();
        assertThat((double) bytes / rangeBytes)
                .as("share of the data that the index takes, of ranges of %s MB", megabytes)
                .isLessThanOrEqualTo(0.005);
        assertThat(kept)
                .as("what there are few of is kept")
                .containsKeys(
                        "values(country)",
                        "values(kind)",
                        "values(valid)",
                        "values(day)",
                        "bloom(town)",
                        "bbox(longitude,latitude)");
    }

    /** As Parquet packs them: a row takes a tenth of what it takes as text, and an identifier as much as ever. */
    @Test
    public void testCompactRanges() {
        List<IndexedColumn> columns = List.of(
                column("reading", VARCHAR),
                column("at", ScalarType.timestamp(3)),
                column("day", DATE),
                column("town", VARCHAR),
                column("country", VARCHAR),
                column("kind", INTEGER),
                column("valid", BOOLEAN),
                column("price", ScalarType.decimal(10, 2)),
                column("load", DOUBLE),
                column("id", BIGINT));
        int rows = 40_000;
        List<ValueVector> vectors = new ArrayList<>(readings(columns.subList(0, columns.size() - 1), rows));
        Random random = new Random(2);
        long[] ids = random.longs(400).toArray();
        vectors.add(Vectors.of(
                BIGINT,
                IntStream.range(0, rows)
                        .mapToObj(_ -> ids[random.nextInt(ids.length)])
                        .toList()));
        long rangeBytes = 500_000;
        Map<String, Long> kept = summarize(columns, vectors, rangeBytes);
        assertThat(kept)
                .containsKeys(
                        "values(country)", "values(kind)", "values(valid)", "values(day)", "bloom(town)", "bloom(id)")
                .doesNotContainKeys("values(reading)", "bloom(reading)", "values(id)");
        assertThat(kept.entrySet().stream()
                        .filter(entry -> entry.getKey().startsWith("values(")
                                || entry.getKey().startsWith("bloom("))
                        .mapToLong(Map.Entry::getValue)
                        .sum())
                .as("bytes that they share, and some for where values begin")
                .isLessThan(rangeBytes * 3 / 1000);
    }

    /** As the builder does it; what is kept, and what it takes as it lies in memory: the store compresses it. */
    private Map<String, Long> summarize(List<IndexedColumn> columns, List<ValueVector> vectors, long rangeBytes) {
        IndexType.RangeContext range = new IndexType.RangeContext(rangeBytes);
        Map<IndexDefinition, Summarizer> summarizers = new LinkedHashMap<>();
        for (IndexDefinition definition : AutoIndexes.choose(columns, List.of())) {
            List<ValueVector> values = definition.columns().stream()
                    .map(column -> vectors.get(columns.indexOf(column)))
                    .toList();
            summarizers.put(definition, Summaries.summarizer(definition, indexTypes, List.of(values), range));
        }
        Map<String, Long> kept = new LinkedHashMap<>();
        summarizers.entrySet().stream()
                .sorted(Comparator.comparingLong(entry -> entry.getValue().sharedBytes()))
                .forEach(entry -> {
                    IndexDefinition definition = entry.getKey();
                    List<SummaryField> fields =
                            indexTypes.get(definition.type()).fields(IndexTypes.columnTypes(definition));
                    List<KeyColumn> summary = Summaries.finish(entry.getValue(), fields);
                    if (!summary.getFirst().isNull(0)) {
                        kept.put(
                                definition.name(),
                                IntStream.range(0, fields.size())
                                        .mapToLong(
                                                field -> bytes(fields.get(field).type(), summary.get(field)))
                                        .sum());
                    }
                });
        return kept;
    }

    /**
     * Returns what a column takes with its values in their own sizes, a byte for each that says whether it is NULL, and ends of what
     * varies in size.
     */
    private static long bytes(ScalarType type, KeyColumn column) {
        if (column instanceof ListColumn lists) {
            return (1L + Integer.BYTES) * lists.size() + bytes(type, lists.elements());
        }
        if (column instanceof BytesColumn texts) {
            return IntStream.range(0, texts.size())
                    .mapToLong(position -> 1 + Integer.BYTES + (texts.isNull(position) ? 0 : texts.length(position)))
                    .sum();
        }
        return (1L + type.fixedBytes()) * column.size();
    }

    private static List<ValueVector> readings(List<IndexedColumn> columns, int rows) {
        Random random = new Random(1);
        List<ValueVector> vectors = new ArrayList<>();
        for (IndexedColumn column : columns) {
            List<Object> values = new ArrayList<>();
            for (int row = 0; row < rows; row++) {
                values.add(
                        switch (column.name()) {
                            case "meter" -> (long) random.nextInt(10_000_000);
                            case "reading" -> new UUID(random.nextLong(), random.nextLong()).toString();
                            case "at" -> 1_700_000_000_000_000L + row * 1000L;
                            case "day" -> 20_000L + random.nextInt(3);
                            case "town" -> "Town of the name " + random.nextInt(80);
                            case "country" -> "C" + random.nextInt(6);
                            case "kind" -> (long) random.nextInt(4);
                            case "valid" -> random.nextBoolean();
                            case "price" -> (long) random.nextInt(10_000);
                            default -> random.nextGaussian();
                        });
            }
            vectors.add(Vectors.of(column.type(), values));
        }
        return vectors;
    }
}
