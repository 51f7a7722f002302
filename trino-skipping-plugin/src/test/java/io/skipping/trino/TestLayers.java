// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import org.testng.annotations.Test;

/** Imports go one way: from the root to {@code hive}, and from there to {@code core}. */
public class TestLayers {
    private static final String ROOT = "io.skipping.trino";

    private final JavaClasses plugin = new ClassFileImporter()
            .importUrl(
                    SkippingPlugin.class.getProtectionDomain().getCodeSource().getLocation());

    @Test
    public void coreKnowsNothingOfHive() {
        noClasses()
                .that()
                .resideInAPackage(ROOT + ".core..")
                .should()
                .dependOnClassesThat(DescribedPredicate.or(
                        JavaClass.Predicates.resideInAPackage(ROOT + ".hive.."),
                        JavaClass.Predicates.resideInAPackage(ROOT),
                        JavaClass.Predicates.resideInAPackage("io.trino.plugin.hive.."),
                        JavaClass.Predicates.resideInAPackage("io.trino.hive.."),
                        JavaClass.Predicates.resideInAPackage("io.trino.metastore..")))
                .check(plugin);
    }

    @Test
    public void hiveKnowsNothingOfTheRoot() {
        noClasses()
                .that()
                .resideInAPackage(ROOT + ".hive..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage(ROOT)
                .check(plugin);
    }

    /** Geometries are JTS's, whatever library a release of the engine computes with. */
    @Test
    public void theEnginesGeometriesAreDecodedInOnePlace() {
        noClasses()
                .that()
                .doNotHaveSimpleName("GeometryConstants")
                .should()
                .dependOnClassesThat(DescribedPredicate.or(
                        JavaClass.Predicates.resideInAPackage("com.esri.."),
                        JavaClass.Predicates.resideInAPackage("io.trino.geospatial..")))
                .check(plugin);
    }

    @Test
    public void everyClassIsInALayer() {
        classes()
                .should()
                .resideInAnyPackage(ROOT, ROOT + ".core..", ROOT + ".hive..")
                .check(plugin);
    }

    @Test
    public void packagesHaveNoCycles() {
        slices().assignedFrom(new SliceAssignment() {
                    @Override
                    public SliceIdentifier getIdentifierOf(JavaClass type) {
                        return SliceIdentifier.of(type.getPackageName());
                    }

                    @Override
                    public String getDescription() {
                        return "packages";
                    }
                })
                .should()
                .beFreeOfCycles()
                .check(plugin);
    }
}
