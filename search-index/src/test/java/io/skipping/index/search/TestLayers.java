// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.search;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.skipping.index.search.client.SearchClient;
import io.skipping.layers.Layers;
import org.testng.annotations.Test;

/** The documents of an index stand on the client of the search engine; no engine of queries is known. */
public class TestLayers {
    @Test
    public void testImportsGoDown() {
        Layers.of(SearchClient.class, "io.skipping.index.search")
                .layer("document")
                .layer("client")
                .knows("io.skipping.index")
                .libraries(
                        "com.fasterxml.jackson",
                        "com.google.common",
                        "io.airlift.slice",
                        "org.apache.http",
                        "org.elasticsearch.client")
                .check();
    }

    /** The client passes on requests and answers, whatever is in them. */
    @Test
    public void testClientKnowsNoDocuments() {
        noClasses()
                .that()
                .resideInAnyPackage("io.skipping.index.search.client..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "io.skipping.index.store..", "io.skipping.index.snapshot..", "io.skipping.index.type..")
                .check(new ClassFileImporter()
                        .importUrl(SearchClient.class
                                .getProtectionDomain()
                                .getCodeSource()
                                .getLocation()));
    }
}
