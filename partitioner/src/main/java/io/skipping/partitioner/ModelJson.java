// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;

/** Reads and writes models as JSON; docs/partitioner.md specifies the format. */
public final class ModelJson {
    static final String FORMAT = "trino-skipping-layout";
    static final int VERSION = 1;

    /**
     * Is the maximum length of a model's file, in characters. It is many times that of a model with the largest number of
     * partitions, so a reader of a file need not read further.
     */
    public static final int MOST_CHARS = 1 << 27;

    /**
     * The maximum number of tokens, more than in a tree with the largest number of partitions. Each may take a hundred
     * bytes of memory.
     */
    private static final int MOST_TOKENS = 10 * LayoutModel.MOST_PARTITIONS;

    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private static final ObjectWriter ASCII = MAPPER.writer().with(JsonWriteFeature.ESCAPE_NON_ASCII.mappedFeature());

    static {
        MAPPER.getFactory()
                .setStreamReadConstraints(StreamReadConstraints.builder()
                        .maxNestingDepth(16)
                        .maxStringLength(1 << 28)
                        .build());
    }

    private ModelJson() {}

    /**
     * Returns the content of the model's file in ASCII, without a line end: any program may pass it on in its own
     * character set without changing a value.
     */
    public static String writeAscii(LayoutModel model) {
        try {
            return ASCII.writeValueAsString(json(model));
        } catch (JacksonException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns the content of the model's file, without a line end. */
    public static String write(LayoutModel model) {
        return json(model).toString();
    }

    private static ObjectNode json(LayoutModel model) {
        ObjectNode json = MAPPER.createObjectNode();
        json.put("format", FORMAT);
        json.put("version", VERSION);
        json.put("partitions", model.partitions());
        ArrayNode columns = json.putArray("columns");
        for (Column column : model.columns()) {
            ObjectNode described = columns.addObject()
                    .put("name", column.name())
                    .put("type", column.type().typeName());
            column.scale().ifPresent(scale -> described.put("scale", scale));
        }
        ObjectNode body = json.putObject("model");
        if (model instanceof GridModel grid) {
            body.put("kind", "grid");
            body.put("precision", grid.precision());
        } else if (model instanceof KdTreeModel tree) {
            body.put("kind", "kdtree");
            writeTree(tree, body.putArray("tree"));
        } else if (model instanceof CurveModel curve) {
            body.put("kind", curve.curve().kind());
            writeCurve(curve, body);
        } else {
            throw new IllegalArgumentException("No kind of model: " + model.getClass());
        }
        return json;
    }

    private static void writeTree(KdTreeModel model, ArrayNode tree) {
        model.visit(new KdTreeModel.Visitor() {
            @Override
            public void cut(int column, long key, byte[] text) {
                ObjectNode node = tree.addObject();
                node.put("column", column);
                ColumnType type = model.columns().get(column).type();
                node.set("from", type.isText() ? JsonValues.ofText(text) : JsonValues.ofKey(type, key));
            }

            @Override
            public void leaf(int partition) {
                tree.add(partition);
            }
        });
    }

    private static void writeCurve(CurveModel model, ObjectNode body) {
        body.put("bits", model.bits());
        ArrayNode all = body.putArray("ranks");
        for (int column = 0; column < model.columns().size(); column++) {
            Ranks ranks = model.ranks(column);
            ArrayNode values = all.addArray();
            for (int index = 0; index < ranks.size(); index++) {
                values.add(
                        ranks.type().isText()
                                ? JsonValues.ofText(ranks.text(index))
                                : JsonValues.ofKey(ranks.type(), ranks.key(index)));
            }
        }
        ArrayNode cuts = body.putArray("cuts");
        for (int index = 0; index < model.partitions() - 1; index++) {
            cuts.add(model.cut(index));
        }
    }

    /**
     * Decodes a model's file. Bytes that are not UTF-8 are refused rather than replaced, since a model with other texts
     * sends records elsewhere.
     *
     * @param file its bytes, of which there need not be more than {@link #MOST_CHARS} and one
     * @throws ModelFormatException if they are too many, or not UTF-8
     */
    public static String decode(byte[] file) {
        if (file.length > MOST_CHARS) {
            throw new ModelFormatException("Not a model: its file has more than %d bytes".formatted(MOST_CHARS));
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(file))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new ModelFormatException("Not a model: its file is not UTF-8", e);
        }
    }

    /**
     * Parses a model.
     *
     * @throws ModelFormatException if the text is not a model, or is of an unknown version
     */
    public static LayoutModel read(String content) {
        if (content.length() > MOST_CHARS) {
            throw new ModelFormatException("Not a model: it has more than %d characters".formatted(MOST_CHARS));
        }
        try {
            checkTokens(content);
            return read(MAPPER.readTree(content));
        } catch (ModelFormatException e) {
            throw e;
        } catch (JacksonException e) {
            throw new ModelFormatException("Not a model: " + e.getOriginalMessage(), e);
        } catch (IllegalArgumentException | IOException e) {
            throw new ModelFormatException("Not a valid model: " + e.getMessage(), e);
        }
    }

    /** Counts the tokens without keeping any. Reading the tree afterwards creates a node for each. */
    private static void checkTokens(String content) throws IOException {
        try (JsonParser json = MAPPER.getFactory().createParser(content)) {
            int tokens = 0;
            while (json.nextToken() != null) {
                tokens++;
                if (tokens > MOST_TOKENS) {
                    throw new ModelFormatException("Not a model: it has more than %d values".formatted(MOST_TOKENS));
                }
            }
        }
    }

    private static LayoutModel read(JsonNode json) {
        if (!json.path("format").isTextual() || !json.path("format").textValue().equals(FORMAT)) {
            throw new ModelFormatException(
                    "Not a model: its format is %s, not \"%s\"".formatted(json.path("format"), FORMAT));
        }
        if (!json.path("version").isInt() || json.path("version").intValue() != VERSION) {
            throw new ModelFormatException(
                    "A model of version %s: this program knows version %d".formatted(json.path("version"), VERSION));
        }
        checkFields(json, Set.of("format", "version", "partitions", "columns", "model"));
        int partitions = integer(json, "partitions");
        List<Column> columns = new ArrayList<>();
        for (JsonNode column : array(json, "columns")) {
            checkFields(column, Set.of("name", "type", "scale"));
            columns.add(new Column(
                    text(column, "name"),
                    ColumnType.of(text(column, "type")),
                    column.has("scale") ? OptionalInt.of(integer(column, "scale")) : OptionalInt.empty()));
        }
        JsonNode body = json.path("model");
        String kind = text(body, "kind");
        return switch (kind) {
            case "grid" -> {
                checkFields(body, Set.of("kind", "precision"));
                yield new GridModel(columns, partitions, integer(body, "precision"));
            }
            case "kdtree" -> {
                checkFields(body, Set.of("kind", "tree"));
                yield readTree(columns, partitions, array(body, "tree"));
            }
            case "zorder" -> readCurve(Curve.ZORDER, columns, partitions, body);
            case "hilbert" -> readCurve(Curve.HILBERT, columns, partitions, body);
            default -> throw new ModelFormatException("Unknown kind of model: " + kind);
        };
    }

    private static LayoutModel readTree(List<Column> columns, int partitions, JsonNode tree) {
        KdTreeModel.Builder builder = new KdTreeModel.Builder(columns, partitions);
        for (JsonNode node : tree) {
            if (node.isInt()) {
                builder.leaf(node.intValue());
                continue;
            }
            checkFields(node, Set.of("column", "from"));
            int column = integer(node, "column");
            if (column < 0 || column >= columns.size()) {
                throw new ModelFormatException("No column has the number " + column);
            }
            ColumnType type = columns.get(column).type();
            if (type.isText()) {
                builder.cut(column, JsonValues.text(node.path("from")));
            } else {
                builder.cut(column, JsonValues.key(type, node.path("from")));
            }
        }
        return builder.build();
    }

    private static LayoutModel readCurve(Curve curve, List<Column> columns, int partitions, JsonNode body) {
        checkFields(body, Set.of("kind", "bits", "ranks", "cuts"));
        JsonNode all = array(body, "ranks");
        if (all.size() != columns.size()) {
            throw new ModelFormatException("Each column needs ranks");
        }
        List<Ranks> ranks = new ArrayList<>();
        for (int column = 0; column < columns.size(); column++) {
            ColumnType type = columns.get(column).type();
            JsonNode values = all.get(column);
            if (!values.isArray()) {
                throw new ModelFormatException("Each column needs ranks");
            }
            if (type.isText()) {
                byte[][] texts = new byte[values.size()][];
                for (int index = 0; index < texts.length; index++) {
                    texts[index] = JsonValues.text(values.get(index));
                }
                ranks.add(Ranks.ofTexts(texts));
            } else {
                long[] keys = new long[values.size()];
                for (int index = 0; index < keys.length; index++) {
                    keys[index] = JsonValues.key(type, values.get(index));
                }
                ranks.add(Ranks.ofKeys(type, keys));
            }
        }
        JsonNode places = array(body, "cuts");
        if (places.size() != partitions - 1) {
            throw new ModelFormatException("%d partitions need %d cuts of a curve, not %d"
                    .formatted(partitions, partitions - 1, places.size()));
        }
        long[] cuts = new long[places.size()];
        for (int index = 0; index < cuts.length; index++) {
            cuts[index] = JsonValues.key(ColumnType.BIGINT, places.get(index));
        }
        return new CurveModel(curve, columns, integer(body, "bits"), ranks, cuts);
    }

    private static void checkFields(JsonNode object, Set<String> known) {
        if (!object.isObject()) {
            throw new ModelFormatException("Not an object: " + shortened(object));
        }
        Set<String> unknown = new TreeSet<>();
        object.fieldNames().forEachRemaining(unknown::add);
        unknown.removeAll(known);
        if (!unknown.isEmpty()) {
            throw new ModelFormatException("Unknown fields: " + String.join(", ", unknown));
        }
    }

    private static int integer(JsonNode object, String field) {
        JsonNode value = object.path(field);
        if (!value.isInt()) {
            throw new ModelFormatException("Field %s is not an integer: %s".formatted(field, shortened(value)));
        }
        return value.intValue();
    }

    private static String text(JsonNode object, String field) {
        JsonNode value = object.path(field);
        if (!value.isTextual()) {
            throw new ModelFormatException("Field %s is not text: %s".formatted(field, shortened(value)));
        }
        return value.textValue();
    }

    private static JsonNode array(JsonNode object, String field) {
        JsonNode value = object.path(field);
        if (!value.isArray()) {
            throw new ModelFormatException("Field %s is not an array: %s".formatted(field, shortened(value)));
        }
        return value;
    }

    static String shortened(JsonNode node) {
        String text = node.isMissingNode() ? "missing" : node.toString();
        return text.length() <= 80 ? text : text.substring(0, 80) + "…";
    }
}
