// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.skipping.layers.Layers;
import org.testng.annotations.Test;

/** The command stands on training, and that on models. */
public class TestLayers {
    @Test
    public void testImportsGoDown() {
        Layers.of(LayoutModel.class, "io.skipping.partitioner")
                .layer("command")
                .layer("command.advice", "command.map", "command.rewrite")
                .layer("command.sample")
                .layer("train")
                .layer("")
                .knows("io.skipping.command")
                .libraries("com.fasterxml.jackson", "io.trino.jdbc", "org.apache.batik", "org.w3c.dom", "picocli")
                .check();
    }

    /** Models are read, and layouts trained, in processes that have no command. */
    @Test
    public void testModelsAndTrainingNeedNoCommand() {
        noClasses()
                .that()
                .resideInAnyPackage("io.skipping.partitioner", "io.skipping.partitioner.train..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "com.fasterxml.jackson.dataformat..",
                        "io.skipping.command..",
                        "io.trino..",
                        "org.apache.batik..",
                        "picocli..")
                .check(new ClassFileImporter()
                        .importUrl(LayoutModel.class
                                .getProtectionDomain()
                                .getCodeSource()
                                .getLocation()));
    }
}
