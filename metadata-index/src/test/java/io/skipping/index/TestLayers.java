// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.util.List;
import org.testng.annotations.Test;

/** Imports go one way: from the stores of indexes to what a predicate is. */
public class TestLayers {
    private static final String ROOT = "io.skipping.index";

    /** Each knows those before it, and none behind. */
    private static final List<String> LAYERS = List.of(
            ROOT,
            ROOT + ".predicate..",
            ROOT + ".type..",
            ROOT + ".build..",
            ROOT + ".plan..",
            ROOT + ".snapshot..",
            ROOT + ".store..");

    private final JavaClasses library = new ClassFileImporter()
            .importUrl(
                    IndexDefinition.class.getProtectionDomain().getCodeSource().getLocation());

    @Test
    public void importsGoOneWay() {
        for (int layer = 0; layer < LAYERS.size() - 1; layer++) {
            noClasses()
                    .that()
                    .resideInAPackage(LAYERS.get(layer))
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(LAYERS.subList(layer + 1, LAYERS.size()).toArray(String[]::new))
                    .check(library);
        }
    }

    @Test
    public void packagesHaveNoCycles() {
        slices().matching("io.skipping.(**)").should().beFreeOfCycles().check(library);
    }
}
