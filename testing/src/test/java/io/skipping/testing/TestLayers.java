// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.skipping.testing.folder.Checkout;
import org.testng.annotations.Test;

/** What is shared by tests, the demo and benchmarks knows none of them, and only starts what it tests: imports go down, without cycles. */
public class TestLayers {
    private static final String ROOT = "io.skipping.testing";

    private final JavaClasses testing = new ClassFileImporter()
            .importUrl(Checkout.class.getProtectionDomain().getCodeSource().getLocation());

    @Test
    public void importsGoDown() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "io.skipping.benchmarks..",
                        "io.skipping.demo..",
                        "io.skipping.trino..",
                        "io.skipping.index..",
                        "io.skipping.builder..")
                .check(testing);
    }

    @Test
    public void packagesGoDown() {
        noClasses()
                .that()
                .resideInAnyPackage(
                        ROOT + ".s3..", ROOT + ".trino..", ROOT + ".meters..", ROOT + ".logs..", ROOT + ".trips..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(ROOT + ".lake..")
                .check(testing);
        noClasses()
                .that()
                .resideInAnyPackage(ROOT + ".folder..", ROOT + ".console..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        ROOT + ".s3..",
                        ROOT + ".trino..",
                        ROOT + ".meters..",
                        ROOT + ".logs..",
                        ROOT + ".trips..",
                        ROOT + ".lake..")
                .check(testing);
    }

    @Test
    public void packagesHaveNoCycles() {
        slices().matching("io.skipping.(**)").should().beFreeOfCycles().check(testing);
    }
}
