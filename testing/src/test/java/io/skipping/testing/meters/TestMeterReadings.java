// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.meters;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.skipping.testing.meters.format.MeterFormat;
import io.skipping.testing.meters.layout.ObjectOrder;
import io.skipping.testing.meters.park.Meter;
import io.skipping.testing.meters.sink.ObjectSink;
import java.io.IOException;
import java.io.OutputStream;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

public class TestMeterReadings {
    private static final LocalDate DAY = LocalDate.of(2026, 1, 15);
    private static final MeterOptions SMALL =
            MeterOptions.defaults().withDays(DAY, 2, 8).withMeters(100);

    @DataProvider
    public static Object[][] orders() {
        return new Object[][] {{ObjectOrder.ARRIVAL}, {ObjectOrder.AREA}};
    }

    @DataProvider
    public static Object[][] ordersAndFormats() {
        return Arrays.stream(ObjectOrder.values())
                .flatMap(order -> Arrays.stream(MeterFormat.values()).map(format -> new Object[] {order, format}))
                .toArray(Object[][]::new);
    }

    @Test(dataProvider = "ordersAndFormats")
    public void testSameOptionsGiveTheSameBytesOnAnyNumberOfThreads(ObjectOrder order, MeterFormat format)
            throws IOException {
        MeterOptions options = SMALL.withOrder(order).withFormat(format);
        SortedMap<String, byte[]> alone = MemorySink.generated(options.withThreads(1));
        SortedMap<String, byte[]> together = MemorySink.generated(options.withThreads(5));
        assertThat(together.keySet()).isEqualTo(alone.keySet());
        alone.forEach((key, bytes) -> assertThat(together.get(key)).as(key).isEqualTo(bytes));
    }

    @Test
    public void testSeedsDiffer() throws IOException {
        List<Row> rows = rows(MemorySink.generated(SMALL.withSeed(1)).values());
        List<Row> others = rows(MemorySink.generated(SMALL.withSeed(2)).values());
        assertThat(others).hasSameSizeAs(rows);
        assertThat(Collections.disjoint(new HashSet<>(rows), others)).isTrue();
    }

    @Test
    public void testMeterIsTheSameHoweverManyThereAre() throws IOException {
        List<Row> few =
                rows(MemorySink.generated(SMALL.withOrder(ObjectOrder.ARRIVAL)).values());
        List<Row> many = rows(MemorySink.generated(SMALL.withMeters(300)).values());
        assertThat(new HashSet<>(many).containsAll(few)).isTrue();
    }

    @Test(dataProvider = "orders")
    public void testEveryMeterIsReadEveryQuarterOfAnHour(ObjectOrder order) throws IOException {
        SortedMap<String, byte[]> objects = MemorySink.generated(SMALL.withOrder(order));
        assertThat(objects.keySet())
                .containsExactly(
                        "dt=2026-01-15/meters-00000.csv",
                        "dt=2026-01-15/meters-00001.csv",
                        "dt=2026-01-15/meters-00002.csv",
                        "dt=2026-01-15/meters-00003.csv",
                        "dt=2026-01-16/meters-00000.csv",
                        "dt=2026-01-16/meters-00001.csv",
                        "dt=2026-01-16/meters-00002.csv",
                        "dt=2026-01-16/meters-00003.csv");
        for (LocalDate day : List.of(DAY, DAY.plusDays(1))) {
            long midnight = day.atStartOfDay().toEpochSecond(ZoneOffset.UTC);
            Map<Long, List<Long>> times = rows(
                            objects.subMap("dt=" + day, "dt=" + day + "~").values())
                    .stream()
                    .collect(Collectors.groupingBy(Row::vid, Collectors.mapping(Row::date, Collectors.toList())));
            assertThat(times).hasSize(100);
            times.forEach((vid, dates) -> assertThat(dates)
                    .as("times of meter %s", vid)
                    .hasSize(96)
                    .isSorted()
                    .doesNotHaveDuplicates()
                    .allMatch(date -> date % 900 == 0 && date >= midnight && date < midnight + 86_400));
        }
    }

    @Test
    public void testResultSaysWhatWasWritten() throws IOException {
        MemorySink sink = new MemorySink();
        List<Integer> progress = new ArrayList<>();
        GenerationResult result = MeterReadings.generate(SMALL, sink, (written, ofObjects, _) -> {
            assertThat(ofObjects).isEqualTo(8);
            progress.add(written);
        });
        assertThat(progress).containsExactly(1, 2, 3, 4, 5, 6, 7, 8);
        long bytes = sink.objects().values().stream()
                .mapToLong(object -> object.length)
                .sum();
        assertThat(result).isEqualTo(new GenerationResult(8, 2 * 96 * 100, bytes, 100, List.of(DAY, DAY.plusDays(1))));
    }

    @Test
    public void testArrivalOrderIsByTime() throws IOException {
        List<Row> rows =
                rows(MemorySink.generated(SMALL.withOrder(ObjectOrder.ARRIVAL)).values());
        assertThat(rows.stream().map(Row::date)).isSorted();
    }

    @Test
    public void testAreaOrderKeepsAMetersDayTogether() throws IOException {
        for (byte[] object :
                MemorySink.generated(SMALL.withOrder(ObjectOrder.AREA)).values()) {
            List<Row> rows = Row.ofCsv(object);
            for (int first = 0; first < rows.size(); first += 96) {
                List<Row> day = rows.subList(first, first + 96);
                assertThat(day.stream().map(Row::vid).distinct()).hasSize(1);
                assertThat(day.stream().map(Row::date)).isSorted();
            }
        }
    }

    @Test(dataProvider = "ordersAndFormats")
    public void testObjectsHaveTheWantedSize(ObjectOrder order, MeterFormat format) throws IOException {
        double megabytes = 0.5;
        MeterOptions options = MeterOptions.defaults()
                .withDays(DAY, 2, 16)
                .withMegabytes(megabytes)
                .withOrder(order)
                .withFormat(format);
        SortedMap<String, byte[]> objects = MemorySink.generated(options);
        // columns compress by the hour: off-peak sums stand still by day, and peak sums by night
        double tolerance = format.columnar() ? 0.25 : 0.1;
        objects.forEach((key, object) ->
                assertThat(object.length / 1e6).as(key).isCloseTo(megabytes, within(tolerance * megabytes)));
        double mean = objects.values().stream()
                .mapToInt(object -> object.length)
                .average()
                .orElseThrow();
        assertThat(mean / 1e6).isCloseTo(megabytes, within(0.1 * megabytes));
    }

    @Test
    public void testTinyObjectsHaveTheWantedSize() throws IOException {
        MeterOptions options =
                MeterOptions.defaults().withObjects(500).withMegabytes(0.008).withOrder(ObjectOrder.ARRIVAL);
        MemorySink.generated(options)
                .forEach((key, object) -> assertThat(object.length).as(key).isBetween(7_200, 8_800));
    }

    @Test
    public void testFewMetersAreFoundForATinyObject() throws IOException {
        for (double megabytes : new double[] {0.01, 0.05, 0.12}) {
            assertThat(MeterReadings.meters(
                            MeterOptions.defaults().withObjects(1).withMegabytes(megabytes)))
                    .as("of 10 kB each")
                    .isEqualTo((int) Math.round(megabytes * 100));
        }
    }

    @Test
    public void testCsvRowsHave100To115BytesOnAverage() throws IOException {
        for (long seed = 1; seed <= 5; seed++) {
            GenerationResult result = MeterReadings.generate(
                    MeterOptions.defaults().withObjects(4).withMeters(2_000).withSeed(seed),
                    new MemorySink(),
                    ProgressListener.NONE);
            assertThat((double) result.bytes() / result.rows()).isBetween(100.0, 115.0);
        }
    }

    @Test
    public void testAreaOrderIsTighterThanArrivalOrder() throws IOException {
        MeterOptions options = MeterOptions.defaults().withObjects(32).withMeters(3_200);
        double area = meanBoxArea(MemorySink.generated(options.withOrder(ObjectOrder.AREA)), 1);
        double arrival = meanBoxArea(MemorySink.generated(options.withOrder(ObjectOrder.ARRIVAL)), 1);
        assertThat(area).isLessThan(arrival / 15);
        // and so is every part of an object
        double partOfArea = meanBoxArea(MemorySink.generated(options.withOrder(ObjectOrder.AREA)), 8);
        assertThat(partOfArea).isLessThan(area / 4);
    }

    @Test
    public void testSumsNeverGoDownAndAddUp() throws IOException {
        MeterOptions options = MeterOptions.defaults().withDays(DAY, 4, 4).withMeters(300);
        Map<Long, Row> before = new HashMap<>();
        for (Row row : rows(MemorySink.generated(options).values())) {
            Row last = before.put(row.vid(), row);
            assertThat(row.index()).isEqualTo(row.sumhc() + row.sumhp(), within(1e-9));
            if (last != null) {
                assertThat(row.date()).isEqualTo(last.date() + 900);
                assertThat(row.sumhc()).isGreaterThanOrEqualTo(last.sumhc());
                assertThat(row.sumhp()).isGreaterThanOrEqualTo(last.sumhp());
                assertThat(row.index() - last.index()).isBetween(0.0, 10.0);
            }
        }
    }

    @Test
    public void testMeterStandsWhereItsReadingsSay() throws IOException {
        for (Row row : rows(MemorySink.generated(SMALL).values())) {
            Meter meter = MeterReadings.meter(SMALL, (int) (row.vid() - Meter.FIRST_VID));
            assertThat(meter.vid()).isEqualTo(row.vid());
            assertThat(meter.latitude()).isEqualTo(row.latitude());
            assertThat(meter.longitude()).isEqualTo(row.longitude());
            assertThat(meter.town().name()).isEqualTo(row.city());
            assertThat(meter.town().department()).isEqualTo(row.region());
            assertThat(meter.type()).isEqualTo(row.type());
            assertThat(meter.size()).isEqualTo(row.size());
        }
    }

    /** An object of 100 GB begins to arrive at once: nothing holds an object, or all rows, in memory. */
    @Test
    public void testHugeObjectsAreStreamed() {
        MeterOptions options = MeterOptions.defaults()
                .withObjects(1)
                .withMegabytes(100_000)
                .withOrder(ObjectOrder.ARRIVAL)
                .withThreads(1);
        AtomicLong passed = new AtomicLong();
        ObjectSink full = (_, content) -> content.writeTo(new OutputStream() {
            @Override
            public void write(int value) {
                throw new UnsupportedOperationException();
            }

            @Override
            public void write(byte[] bytes, int offset, int length) throws IOException {
                if (passed.addAndGet(length) > 5_000_000) {
                    throw new IOException("disk full");
                }
            }
        });
        assertThatThrownBy(() -> MeterReadings.generate(options, full, ProgressListener.NONE))
                .isInstanceOf(IOException.class)
                .hasMessage("disk full");
    }

    @Test
    public void testFailedObjectEndsTheWhole() {
        AtomicLong written = new AtomicLong();
        ObjectSink broken = (key, _) -> {
            written.incrementAndGet();
            throw new IOException("no access to " + key);
        };
        assertThatThrownBy(() -> MeterReadings.generate(
                        MeterOptions.defaults()
                                .withObjects(1000)
                                .withMeters(1000)
                                .withThreads(2),
                        broken,
                        ProgressListener.NONE))
                .hasMessageContaining("no access to dt=2026-01-15/");
        assertThat(written.get()).isLessThanOrEqualTo(2);
    }

    private static List<Row> rows(Collection<byte[]> objects) {
        return objects.stream().flatMap(object -> Row.ofCsv(object).stream()).toList();
    }

    /** Mean area, in square degrees, of the boxes around each part of each object. */
    private static double meanBoxArea(SortedMap<String, byte[]> objects, int partsOfAnObject) {
        double sum = 0;
        for (byte[] object : objects.values()) {
            List<Row> rows = Row.ofCsv(object);
            for (int part = 0; part < partsOfAnObject; part++) {
                List<Row> some =
                        rows.subList(rows.size() * part / partsOfAnObject, rows.size() * (part + 1) / partsOfAnObject);
                var latitudes = some.stream().mapToDouble(Row::latitude).summaryStatistics();
                var longitudes = some.stream().mapToDouble(Row::longitude).summaryStatistics();
                sum += (latitudes.getMax() - latitudes.getMin()) * (longitudes.getMax() - longitudes.getMin());
            }
        }
        return sum / objects.size() / partsOfAnObject;
    }
}
