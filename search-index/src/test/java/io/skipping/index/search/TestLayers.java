// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.search;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.skipping.index.search.client.SearchClient;
import org.testng.annotations.Test;

/** Imports go one way: from the documents of an index to the client of the search engine; and no engine of queries is known. */
public class TestLayers {
    private final JavaClasses module = new ClassFileImporter()
            .importUrl(SearchClient.class.getProtectionDomain().getCodeSource().getLocation());

    @Test
    public void testNoEngine() {
        noClasses()
                .should()
                .dependOnClassesThat(DescribedPredicate.or(
                        JavaClass.Predicates.resideInAnyPackage(
                                "io.trino..", "io.skipping.trino..", "org.apache.spark..", "org.apache.hadoop.."),
                        JavaClass.Predicates.resideInAPackage("io.airlift..")
                                // a plain library for bytes
                                .and(DescribedPredicate.not(
                                        JavaClass.Predicates.resideInAPackage("io.airlift.slice..")))))
                .check(module);
    }

    @Test
    public void testClientKnowsNoDocuments() {
        noClasses()
                .that()
                .resideInAPackage("io.skipping.index.search.client..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "io.skipping.index.search.document..",
                        "io.skipping.index.store..",
                        "io.skipping.index.snapshot..",
                        "io.skipping.index.type..")
                .check(module);
    }

    @Test
    public void testPackagesHaveNoCycles() {
        slices().matching("io.skipping.(**)").should().beFreeOfCycles().check(module);
    }
}
