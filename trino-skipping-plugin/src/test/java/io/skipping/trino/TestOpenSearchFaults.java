// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino;

import io.skipping.search.local.SearchProduct;

public class TestOpenSearchFaults extends AbstractSearchFaultsTest {
    public TestOpenSearchFaults() {
        super(SearchProduct.OPENSEARCH);
    }
}
