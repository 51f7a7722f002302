// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.filter;

import io.trino.spi.connector.ConnectorPageSource;
import io.trino.spi.connector.SourcePage;

/**
 * Loads all columns of each page. That is for sources that have selected rows of their pages themselves: in Trino 476, a page
 * of Parquet, ORC or RCFile whose rows are selected twice gives other rows of the columns that were loaded in between.
 */
public final class LoadedPageSource extends ForwardingPageSource {
    public LoadedPageSource(ConnectorPageSource source) {
        super(source);
    }

    @Override
    public SourcePage getNextSourcePage() {
        SourcePage page = source().getNextSourcePage();
        return page == null ? null : SourcePage.create(page.getPage());
    }
}
