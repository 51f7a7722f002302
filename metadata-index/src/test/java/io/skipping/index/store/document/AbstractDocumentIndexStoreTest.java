// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.store.document;

import static com.google.common.io.MoreFiles.deleteRecursively;
import static com.google.common.io.RecursiveDeleteOption.ALLOW_INSECURE;
import static io.trino.type.InternalTypeManager.TESTING_TYPE_MANAGER;

import io.airlift.units.DataSize;
import io.skipping.index.store.AbstractIndexStoreContract;
import io.skipping.index.store.IndexStore;
import io.skipping.index.store.search.SearchClient;
import io.skipping.index.store.search.SearchOptions;
import io.skipping.index.type.IndexTypes;
import io.skipping.search.local.LocalSearchEngine;
import io.skipping.search.local.SearchProduct;
import io.trino.spi.type.TypeId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;

/** On a real search engine. */
abstract class AbstractDocumentIndexStoreTest extends AbstractIndexStoreContract {
    private final SearchProduct product;
    private Path folder;
    protected LocalSearchEngine engine;
    protected SearchClient client;

    AbstractDocumentIndexStoreTest(SearchProduct product) {
        this.product = product;
    }

    @BeforeClass
    public void startEngine() throws IOException {
        folder = Files.createTempDirectory("search-engine");
        engine = LocalSearchEngine.start(product, folder);
        client = new SearchClient(SearchOptions.of(engine.uri()));
    }

    @AfterClass(alwaysRun = true)
    public void stopEngine() throws IOException {
        if (client != null) {
            client.close();
        }
        if (engine != null) {
            engine.close();
        }
        deleteRecursively(folder, ALLOW_INSECURE);
    }

    @Override
    protected IndexStore newStore(IndexTypes types) {
        return new DocumentIndexStore(
                client,
                id -> TESTING_TYPE_MANAGER.getType(TypeId.of(id)),
                types,
                DataSize.of(64, DataSize.Unit.MEGABYTE));
    }

    @Override
    protected String warehouse() {
        return "s3://bucket/warehouse";
    }
}
