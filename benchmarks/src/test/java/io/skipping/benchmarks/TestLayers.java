// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.skipping.benchmarks.measure.Benchmark;
import org.testng.annotations.Test;

/** Benchmarks stand on one frame, which knows none of them: imports go down, without cycles. */
public class TestLayers {
    private static final String ROOT = "io.skipping.benchmarks";

    private final JavaClasses benchmarks = new ClassFileImporter()
            .importUrl(Benchmark.class.getProtectionDomain().getCodeSource().getLocation());

    @Test
    public void frameKnowsNoBenchmark() {
        noClasses()
                .that()
                .resideInAnyPackage(ROOT + ".measure..")
                .should()
                .dependOnClassesThat(resideInAnyPackage(ROOT + "..")
                        .and(not(resideInAnyPackage(ROOT + ".measure..", ROOT + ".picture.."))))
                .check(benchmarks);
    }

    @Test
    public void importsGoDown() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.skipping.demo..", "io.skipping.builder..", "io.skipping.committer..")
                .check(benchmarks);
    }

    @Test
    public void packagesHaveNoCycles() {
        slices().matching("io.skipping.(**)").should().beFreeOfCycles().check(benchmarks);
    }
}
