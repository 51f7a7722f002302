// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import org.testng.annotations.Test;

/** What reads manifests serves engines without Hadoop, and imports have no cycle. */
public class TestLayers {
    private static final String ROOT = "io.skipping.committer";

    private final JavaClasses committer = new ClassFileImporter()
            .importUrl(AttemptNamingCommitter.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation());

    @Test
    public void whatReadsManifestsKnowsNoHadoop() {
        noClasses()
                .that()
                .resideInAnyPackage(ROOT + ".name..", ROOT + ".manifest..", ROOT + ".data..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.apache.hadoop..", "org.apache.spark..", "scala..")
                .check(committer);
    }

    @Test
    public void packagesHaveNoCycles() {
        slices().matching("io.skipping.(**)").should().beFreeOfCycles().check(committer);
    }
}
