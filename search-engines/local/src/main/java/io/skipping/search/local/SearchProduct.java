// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.search.local;

/** Lists the search engines that {@link LocalSearchEngine} can start. */
public enum SearchProduct {
    ELASTICSEARCH("Elasticsearch", "elasticsearch", "io.skipping.search.elasticsearch.ElasticsearchNode"),
    OPENSEARCH("OpenSearch", "opensearch", "io.skipping.search.opensearch.OpenSearchNode");

    private final String displayName;
    private final String module;
    private final String mainClass;

    SearchProduct(String displayName, String module, String mainClass) {
        this.displayName = displayName;
        this.module = module;
        this.mainClass = mainClass;
    }

    /** Returns the folder in {@code search-engines} of the module that contains its node. */
    String module() {
        return module;
    }

    String mainClass() {
        return mainClass;
    }

    /** Returns the name as its makers write it. */
    @Override
    public String toString() {
        return displayName;
    }
}
