// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.skipping.layers.Layers;
import org.testng.annotations.Test;

/** What Hadoop and Spark call stands on the protocol, and that on its formats. */
public class TestLayers {
    private static final String ROOT = "io.skipping.committer";

    @Test
    public void testImportsGoDown() {
        Layers.of(AttemptNamingCommitter.class, ROOT)
                .layer("mapred")
                .layer("", "spark", "command")
                .layer("stage", "vacuum")
                .layer("store")
                .layer("data")
                .layer("manifest")
                .layer("name", "option", "codec")
                .knows("io.skipping.command")
                .libraries(
                        "com.fasterxml.jackson.core",
                        "org.apache.hadoop",
                        "org.apache.spark",
                        "org.slf4j",
                        "picocli",
                        "scala")
                .check();
    }

    /** What reads manifests serves engines without Hadoop. */
    @Test
    public void testWhatReadsManifestsKnowsNoHadoop() {
        noClasses()
                .that()
                .resideInAnyPackage(ROOT + ".name..", ROOT + ".manifest..", ROOT + ".data..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.apache.hadoop..", "org.apache.spark..", "scala..")
                .check(new ClassFileImporter()
                        .importUrl(AttemptNamingCommitter.class
                                .getProtectionDomain()
                                .getCodeSource()
                                .getLocation()));
    }
}
