// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.demo;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.skipping.testing.lake.Setting;
import io.skipping.testing.s3.RequestCounts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes the result of the demo as JSON: flat keys for the main query, followed by all details of each query. */
final class DemoJson {
    private static final ObjectMapper MAPPER = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

    private DemoJson() {}

    static void write(DemoResult result, Path file) throws IOException {
        Files.createDirectories(file.toAbsolutePath().getParent());
        Files.writeString(file, MAPPER.writeValueAsString(json(result)) + "\n");
    }

    static ObjectNode json(DemoResult result) {
        ObjectNode json = MAPPER.createObjectNode();
        json.put("results_equal", result.equalResults());
        json.put("objects_total", result.main().objectsTotal());
        json.put("objects_matching", result.main().objectsMatching());
        for (Setting setting : result.main().measurements().keySet()) {
            Measurement.Run run = result.main().median(setting);
            json.put("objects_read_" + setting.key(), run.counts().data().objectsRead());
            json.put("bytes_" + setting.key(), run.counts().bytesSent());
            json.put("requests_" + setting.key(), run.counts().requests());
            json.put("seconds_" + setting.key(), run.seconds());
            json.set("requests_" + setting.key() + "_by_kind", byKind(run.counts()));
        }
        json.put("data_bytes", result.index().dataBytes());
        json.put("index_store", result.index().store().toString());
        result.index().engine().ifPresent(engine -> json.put("index_engine", engine));
        json.put("index_bytes", result.index().bytes());
        json.put("index_build_seconds", result.index().job().seconds());
        putCounts(json.putObject("index_build"), result.index().job().counts());
        ArrayNode queries = json.putArray("queries");
        result.queries().forEach(query -> putQuery(queries.addObject(), query));
        putLikeMeters(json.putObject("like_meters"), result.likeMeters());
        return json;
    }

    private static void putQuery(ObjectNode json, Comparison comparison) {
        json.put("name", comparison.query().name());
        json.put("description", comparison.query().description());
        json.put("sql", comparison.query().sql());
        json.put("results_equal", comparison.equalResults());
        json.put("objects_total", comparison.objectsTotal());
        json.put("objects_matching", comparison.objectsMatching());
        json.set("rows", MAPPER.valueToTree(comparison.rows()));
        ObjectNode settings = json.putObject("settings");
        comparison.measurements().forEach((setting, measurement) -> {
            ArrayNode runs = settings.putArray(setting.key());
            measurement.runs().forEach(run -> {
                ObjectNode entry = runs.addObject();
                entry.put("seconds", run.seconds());
                entry.put("objects_read", run.counts().data().objectsRead());
                putCounts(entry, run.counts());
                putCounts(entry.putObject("index"), run.counts().index());
            });
        });
    }

    private static void putLikeMeters(ObjectNode json, LikeMeters answer) {
        json.put("description", answer.query().description());
        json.put("sql", answer.query().sql("meters"));
        json.put("results_equal", answer.equalResults());
        json.put("meters", answer.others());
        json.put("own_kwh", answer.ownKwh());
        json.put("others_kwh", answer.othersKwh());
        json.set("rows", MAPPER.valueToTree(answer.rows()));
        ObjectNode settings = json.putObject("settings");
        answer.runs().forEach((setting, run) -> {
            ObjectNode entry = settings.putObject(setting.key());
            entry.put("seconds", run.seconds());
            entry.put("objects_read", run.counts().data().objectsRead());
            putCounts(entry, run.counts());
        });
    }

    private static void putCounts(ObjectNode json, RequestCounts counts) {
        json.put("requests", counts.requests());
        json.set("requests_by_kind", byKind(counts));
        json.put("bytes_sent", counts.bytesSent());
        json.put("bytes_received", counts.bytesReceived());
    }

    private static ObjectNode byKind(RequestCounts counts) {
        ObjectNode json = MAPPER.createObjectNode();
        counts.byKind().forEach((kind, count) -> json.put(kind.name(), count));
        return json;
    }
}
