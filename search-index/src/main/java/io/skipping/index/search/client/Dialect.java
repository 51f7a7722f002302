// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.search.client;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Handles the differences between engines. There are few: all of them accept the JSON of Elasticsearch 7.10, without
 * mapping types, as {@code application/json}. Elasticsearch 8 and 9 require their compatible media types only from
 * clients that ask for responses in an older version's format.
 */
final class Dialect {
    private static final Pattern VERSION = Pattern.compile("(\\d{1,6})\\.(\\d{1,6})(\\..*)?");

    private Dialect() {}

    /**
     * Recognises an engine.
     *
     * @param root the engine's response to {@code GET /}
     */
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

    /**
     * Returns whether this client supports the version. OpenSearch 2 may be configured to report version 7.10, which is
     * accepted, too.
     */
    static boolean isSupported(SearchEngine engine) {
        return switch (engine.product()) {
            case ELASTICSEARCH -> engine.isAtLeast(7, 10);
            case OPENSEARCH -> engine.isAtLeast(2, 0);
        };
    }

    /**
     * Returns whether the engine keeps shapes as columns unless it is told otherwise. Elasticsearch does so with a
     * plugin that not every distribution has, and rejects the setting where the plugin is missing; so may OpenSearch before 3.
     */
    static boolean keepsShapesAsColumns(SearchEngine engine) {
        return engine.product() == SearchProduct.OPENSEARCH && engine.isAtLeast(3, 0) && !mayHideItsVersion(engine);
    }

    /**
     * Returns the value of {@code preference} that confines a search to primaries, which have all that a refresh made
     * visible. OpenSearch refreshes only them if it replicates segments, and has the value since 2.8. It refuses the
     * value before; one that reports version 7.10 may be that old. Elasticsearch refreshes all copies, and has no such
     * value.
     */
    static Optional<String> primariesOnly(SearchEngine engine) {
        return engine.product() == SearchProduct.OPENSEARCH && engine.isAtLeast(2, 8) && !mayHideItsVersion(engine)
                ? Optional.of("_primary")
                : Optional.empty();
    }

    private static boolean mayHideItsVersion(SearchEngine engine) {
        return engine.major() == 7 && engine.minor() == 10;
    }
}
