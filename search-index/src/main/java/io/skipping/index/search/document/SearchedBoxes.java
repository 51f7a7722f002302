// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.search.document;

import static com.google.common.base.Preconditions.checkArgument;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.common.collect.ImmutableList;
import io.skipping.index.predicate.InBoxes.Box;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Represents the boxes of a summary in a search engine. If all are within the bounds of longitudes and latitudes, they
 * are shapes on the globe, {@code geo_shape}. Otherwise they are stored as their four sides, which do not say which
 * sides belong to the same box.
 *
 * <p>A search engine rounds the coordinates of shapes by less than 10<sup>-7</sup> degrees. All boxes are therefore
 * enlarged by {@value #MARGIN} degrees on each side, so that boxes which touch are found. This also gives an area to
 * the boxes of points, which would otherwise not be valid shapes.
 *
 * @param path of the shapes in a document
 */
record SearchedBoxes(String path, SearchedField minX, SearchedField maxX, SearchedField minY, SearchedField maxY) {
    static final String FIELD = "boxes";
    static final String ENGINE_TYPE = "geo_shape";

    private static final double MARGIN = 1e-6;
    private static final double EAST = 180;
    private static final double NORTH = 90;
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    List<SearchedField> sides() {
        return List.of(minX, maxX, minY, maxY);
    }

    /**
     * Returns the boxes of a summary, if all are on the globe.
     *
     * @param values of the searched fields
     */
    Optional<List<Box>> onGlobe(Map<SearchedField, List<Object>> values) {
        List<List<Object>> ofSides = sides().stream().map(values::get).toList();
        int count = ofSides.get(0).size();
        checkArgument(
                ofSides.stream().allMatch(side -> side.size() == count),
                "the boxes of an index do not have four sides");
        ImmutableList.Builder<Box> boxes = ImmutableList.builder();
        for (int i = 0; i < count; i++) {
            Box box = new Box(
                    (double) ofSides.get(0).get(i),
                    (double) ofSides.get(1).get(i),
                    (double) ofSides.get(2).get(i),
                    (double) ofSides.get(3).get(i));
            if (box.minX() < -EAST || box.maxX() > EAST || box.minY() < -NORTH || box.maxY() > NORTH) {
                return Optional.empty();
            }
            boxes.add(box);
        }
        return Optional.of(boxes.build());
    }

    /** Writes all boxes of a document as one shape, because an engine may accept only one. */
    static void write(JsonGenerator json, List<Box> boxes) throws IOException {
        if (boxes.size() == 1) {
            write(json, boxes.get(0));
            return;
        }
        json.writeStartObject();
        json.writeStringField("type", "geometrycollection");
        json.writeArrayFieldStart("geometries");
        for (Box box : boxes) {
            write(json, box);
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private static void write(JsonGenerator json, Box box) throws IOException {
        Box drawn = enlarged(box);
        json.writeStartObject();
        json.writeStringField("type", "envelope");
        json.writeArrayFieldStart("coordinates");
        json.writeArray(new double[] {drawn.minX(), drawn.maxY()}, 0, 2);
        json.writeArray(new double[] {drawn.maxX(), drawn.minY()}, 0, 2);
        json.writeEndArray();
        json.writeEndObject();
    }

    /** Returns a condition on the shapes; empty if no shape can satisfy it. */
    Optional<ObjectNode> shapeMeets(Box box) {
        if (box.minX() > EAST || box.maxX() < -EAST || box.minY() > NORTH || box.maxY() < -NORTH) {
            return Optional.empty();
        }
        Box drawn = enlarged(box);
        ObjectNode condition = JSON.objectNode();
        ObjectNode field = condition.putObject("geo_shape").putObject(path);
        ArrayNode corners = field.putObject("shape").put("type", "envelope").putArray("coordinates");
        corners.addArray().add(drawn.minX()).add(drawn.maxY());
        corners.addArray().add(drawn.maxX()).add(drawn.minY());
        field.put("relation", "intersects");
        return Optional.of(condition);
    }

    private static Box enlarged(Box box) {
        return new Box(
                Math.max(-EAST, box.minX() - MARGIN),
                Math.min(EAST, box.maxX() + MARGIN),
                Math.max(-NORTH, box.minY() - MARGIN),
                Math.min(NORTH, box.maxY() + MARGIN));
    }
}
