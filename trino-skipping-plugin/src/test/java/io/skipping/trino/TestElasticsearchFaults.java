// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino;

import io.skipping.search.local.SearchProduct;

public class TestElasticsearchFaults extends AbstractSearchFaultsTest {
    public TestElasticsearchFaults() {
        super(SearchProduct.ELASTICSEARCH);
    }
}
