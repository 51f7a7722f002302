// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.trips;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.zip.GZIPInputStream;
import org.testng.annotations.Test;

public class TestTrips {
    private static final TripOptions OPTIONS = new TripOptions(1, 15, 200);
    private static final TripModel MODEL = new TripModel(OPTIONS);

    @Test
    public void testSameOptionsGiveSameBytes() throws IOException {
        for (TripFormat format : TripFormat.values()) {
            assertThat(objects(OPTIONS, format)).as(format.name()).isEqualTo(objects(OPTIONS, format));
        }
        assertThat(MODEL.trips(7)).isNotEqualTo(new TripModel(new TripOptions(2, 15, 200)).trips(7));
    }

    @Test
    public void testObjectsAreNamedByFormat() throws IOException {
        assertThat(objects(OPTIONS, TripFormat.CSV_GZIP))
                .hasSize(OPTIONS.objects())
                .containsKeys("trips-00000.csv.gz", "trips-00014.csv.gz");
        byte[] gzip =
                objects(OPTIONS, TripFormat.CSV_GZIP).get("trips-00003.csv.gz").array();
        assertThat(new GZIPInputStream(new ByteArrayInputStream(gzip)).readAllBytes())
                .isEqualTo(
                        objects(OPTIONS, TripFormat.CSV).get("trips-00003.csv").array());
    }

    @Test
    public void testCsvHasHeaderQuotesAndBlanks() throws IOException {
        List<String> lines = text(TripFormat.CSV, "trips-00003.csv").lines().toList();
        assertThat(lines).hasSize(1 + OPTIONS.rows());
        assertThat(lines.getFirst()).startsWith("trip_id,vendor,pickup,");
        assertThat(lines).anyMatch(line -> line.contains(",,")).anyMatch(line -> line.contains("\"\"express\"\""));
    }

    @Test
    public void testJsonHasNullsRowsAndArrays() throws IOException {
        List<String> lines = text(TripFormat.JSON, "trips-00005.json").lines().toList();
        assertThat(lines).hasSize(OPTIONS.rows());
        boolean someNull = false;
        for (String line : lines) {
            JsonNode trip = new ObjectMapper().readTree(line);
            someNull |= trip.required("dropoff_zone").isNull();
            assertThat(trip.required("extra").required("driver").textValue()).startsWith("D-");
            assertThat(trip.required("tags").isArray()).isTrue();
        }
        assertThat(someNull).isTrue();
    }

    @Test
    public void testTripsAreInTheOrderOfTimeButForSome() {
        List<Trip> trips = MODEL.trips(4);
        long late = 0;
        for (int i = 1; i < trips.size(); i++) {
            late += trips.get(i).pickup().isBefore(trips.get(i - 1).pickup()) ? 1 : 0;
        }
        assertThat(late).isBetween(1L, trips.size() / 20L);
        assertThat(trips.stream().filter(trip -> trip.pickup().getYear() == 2009))
                .as("by a wrong clock")
                .hasSize(1);
    }

    @Test
    public void testNoTwoObjectsAreAlike() {
        TripModel year = new TripModel(new TripOptions(1, 60, 1600));
        Set<String> lost = new TreeSet<>();
        int galas = 0;
        for (int object = 0; object < 60; object++) {
            List<Trip> trips = year.trips(object);
            lost.addAll(trips.stream()
                    .flatMap(trip -> trip.comment().stream())
                    .filter(comment -> comment.startsWith("Lost: "))
                    .map(comment -> comment.replaceFirst(",.*", ""))
                    .toList());
            galas += trips.stream().anyMatch(trip -> trip.tip().orElse(0) > 20_000) ? 1 : 0;
        }
        assertThat(lost).as("each object has a thing that is lost in no other").hasSize(60);
        assertThat(galas).isEqualTo(1);
        assertThat(Trips.id(OPTIONS, 3, 7)).isEqualTo(MODEL.trips(3).get(7).id());
    }

    private static String text(TripFormat format, String name) throws IOException {
        return new String(objects(OPTIONS, format).get(name).array(), StandardCharsets.UTF_8);
    }

    private static Map<String, ByteBuffer> objects(TripOptions options, TripFormat format) throws IOException {
        Map<String, ByteBuffer> objects = new TreeMap<>();
        Trips.generate(options, format, (key, content) -> {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            content.writeTo(bytes);
            objects.put(key, ByteBuffer.wrap(bytes.toByteArray()));
        });
        return objects;
    }
}
