// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.lake;

import io.skipping.search.local.SearchProduct;
import java.util.Optional;

/** Says where a lake keeps its indexes. */
public enum LakeStore {
    /** They are in S3, beside the data. */
    OBJECT_STORE("object-store", Optional.empty()),
    /** They are in Elasticsearch. */
    ELASTICSEARCH("elasticsearch", Optional.of(SearchProduct.ELASTICSEARCH)),
    /** They are in OpenSearch. */
    OPENSEARCH("opensearch", Optional.of(SearchProduct.OPENSEARCH));

    private final String option;
    private final Optional<SearchProduct> engine;

    LakeStore(String option, Optional<SearchProduct> engine) {
        this.option = option;
        this.engine = engine;
    }

    /** Returns the search engine that this store needs; empty if it needs none. */
    public Optional<SearchProduct> engine() {
        return engine;
    }

    /** Returns the name of this store in options and in results. */
    @Override
    public String toString() {
        return option;
    }
}
