// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.search.client;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * In what the engines differ, for us. It is little: all of them speak the JSON of Elasticsearch 7.10, without mapping
 * types, under {@code application/json}. Elasticsearch 8 and 9 want their compatible media types only from clients that
 * ask for an older version's answers.
 */
final class Dialect {
    private static final Pattern VERSION = Pattern.compile("(\\d{1,6})\\.(\\d{1,6})(\\..*)?");

    private Dialect() {}

    /** @param root what the engine answers to {@code GET /} */
    static Optional<SearchEngine> recognize(JsonNode root) {
        JsonNode number = root.path("version").path("number");
        Matcher version = VERSION.matcher(number.asText(""));
        if (!version.matches()) {
            return Optional.empty();
        }
        return Optional.of(new SearchEngine(
                product(root),
                number.asText(),
                Integer.parseInt(version.group(1)),
                Integer.parseInt(version.group(2))));
    }

    private static SearchProduct product(JsonNode root) {
        return root.path("version").path("distribution").asText("").equals("opensearch")
                        || root.path("tagline").asText("").contains("OpenSearch")
                ? SearchProduct.OPENSEARCH
                : SearchProduct.ELASTICSEARCH;
    }

    /** Whether the version is one that this speaks to; OpenSearch 2 that says 7.10 is one, whatever else it says. */
    static boolean isSupported(SearchEngine engine) {
        return switch (engine.product()) {
            case ELASTICSEARCH -> engine.isAtLeast(7, 10);
            case OPENSEARCH -> engine.isAtLeast(2, 0);
        };
    }

    /** Elasticsearch does so by a plugin, which not every distribution has; where it has not, it refuses to be told. */
    static boolean keepsShapesAsColumns(SearchEngine engine) {
        return engine.product() == SearchProduct.OPENSEARCH && engine.isAtLeast(3, 0);
    }
}
