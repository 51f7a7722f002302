// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.trips;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** Writes trips as one JSON object a line. */
final class JsonTrips {
    static final String COLUMNS = """
            trip_id varchar, vendor varchar, pickup varchar, dropoff varchar, pickup_day date, passengers integer,
            distance decimal(7, 2), pickup_zone integer, dropoff_zone integer, pickup_longitude double,
            pickup_latitude double, fare decimal(9, 2), tip decimal(9, 2), total decimal(9, 2), payment varchar,
            status varchar, plate varchar, comment varchar,
            extra row(driver varchar, rating double, promo varchar), tags array(varchar)""";

    private static final ObjectMapper MAPPER = new ObjectMapper();

    private JsonTrips() {}

    static void write(List<Trip> trips, OutputStream out) throws IOException {
        JsonGenerator json = MAPPER.createGenerator(out);
        json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
        json.setRootValueSeparator(null);
        for (Trip trip : trips) {
            write(trip, json);
            json.writeRaw('\n');
        }
        json.close();
    }

    private static void write(Trip trip, JsonGenerator json) throws IOException {
        json.writeStartObject();
        json.writeStringField("trip_id", trip.id());
        json.writeStringField("vendor", trip.vendor());
        json.writeStringField("pickup", DateTimeFormatter.ISO_LOCAL_DATE_TIME.format(trip.pickup()));
        json.writeStringField("dropoff", DateTimeFormatter.ISO_LOCAL_DATE_TIME.format(trip.dropoff()));
        json.writeStringField("pickup_day", trip.pickup().toLocalDate().toString());
        writeNumber("passengers", trip.passengers(), json);
        json.writeNumberField("distance", decimal(trip.distance()));
        json.writeNumberField("pickup_zone", trip.pickupZone());
        writeNumber("dropoff_zone", trip.dropoffZone(), json);
        json.writeNumberField("pickup_longitude", trip.longitude());
        json.writeNumberField("pickup_latitude", trip.latitude());
        json.writeNumberField("fare", decimal(trip.fare()));
        writeDecimal("tip", trip.tip(), json);
        json.writeNumberField("total", decimal(trip.total()));
        json.writeStringField("payment", trip.payment());
        json.writeStringField("status", trip.status());
        json.writeStringField("plate", trip.plate());
        if (trip.comment().isPresent()) {
            json.writeStringField("comment", trip.comment().get());
        }
        json.writeFieldName("extra");
        json.writeTree(node(trip.extra()));
        json.writeArrayFieldStart("tags");
        for (String tag : trip.tags()) {
            json.writeString(tag);
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private static void writeNumber(String name, OptionalInt number, JsonGenerator json) throws IOException {
        if (number.isPresent()) {
            json.writeNumberField(name, number.getAsInt());
        } else {
            json.writeNullField(name);
        }
    }

    private static void writeDecimal(String name, OptionalLong hundredths, JsonGenerator json) throws IOException {
        if (hundredths.isPresent()) {
            json.writeNumberField(name, decimal(hundredths.getAsLong()));
        } else {
            json.writeNullField(name);
        }
    }

    private static BigDecimal decimal(long hundredths) {
        return BigDecimal.valueOf(hundredths, 2);
    }

    /** Returns the JSON that a column of text has. */
    static String text(Trip.Extra extra) {
        return node(extra).toString();
    }

    private static ObjectNode node(Trip.Extra extra) {
        ObjectNode node =
                MAPPER.createObjectNode().put("driver", extra.driver()).put("rating", extra.rating());
        extra.promo().ifPresent(promo -> node.put("promo", promo));
        return node;
    }
}
