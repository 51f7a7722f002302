// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.search.client;

/** Lists the engines that can keep an index. */
public enum SearchProduct {
    ELASTICSEARCH("Elasticsearch"),
    OPENSEARCH("OpenSearch");

    private final String label;

    SearchProduct(String label) {
        this.label = label;
    }

    @Override
    public String toString() {
        return label;
    }
}
