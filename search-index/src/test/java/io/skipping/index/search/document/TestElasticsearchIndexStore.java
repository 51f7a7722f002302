// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.search.document;

import io.skipping.search.local.SearchProduct;

public class TestElasticsearchIndexStore extends AbstractDocumentIndexStoreTest {
    public TestElasticsearchIndexStore() {
        super(SearchProduct.ELASTICSEARCH);
    }
}
