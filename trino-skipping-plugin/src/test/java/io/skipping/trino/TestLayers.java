// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.skipping.layers.Layers;
import org.testng.annotations.Test;

/**
 * Imports go one way: from the root to {@code hive} and {@code iceberg}, which do not know each other, and from there to {@code core};
 * and in each of these from the topmost of its packages down.
 */
public class TestLayers {
    private static final String ROOT = "io.skipping.trino";

    /** The SPI, the library that all connectors of Trino share, and plain libraries. */
    private static final String[] KNOWN_TO_CORE = {
        ROOT + ".core..",
        "io.skipping.committer..",
        "io.skipping.index..",
        "io.skipping.parquet..",
        "io.skipping.partitioner..",
        "io.trino.filesystem..",
        "io.trino.memory.context..",
        "io.trino.plugin.base..",
        "io.trino.spi..",
        "com.fasterxml.jackson..",
        "com.google..",
        "io.airlift..",
        "io.opentelemetry..",
        "it.unimi.dsi.fastutil..",
        "jakarta..",
        "java..",
        "javax..",
        "org.joda.time..",
        "org.locationtech.jts..",
        "org.weakref.jmx..",
        "software.amazon.awssdk..",
    };

    /** Libraries of the engine that have no interface for connectors, and that other packages reach through those of {@code core} below. */
    private static final String[] ENGINE = {
        "io.trino.geospatial..", "io.trino.orc..", "io.trino.parquet..", "io.trino.sql..", "org.apache.parquet..",
    };

    private static final String[] KNOWS_ENGINE = {
        ROOT + ".core.geo",
        ROOT + ".core.path",
        ROOT + ".core.release..",
        ROOT + ".core.segment",
        ROOT + ".core.summarize",
    };

    /** The project's modules that all packages may know. */
    private static final String[] MODULES = {
        "io.skipping.committer", "io.skipping.index", "io.skipping.parquet", "io.skipping.partitioner",
    };

    private final JavaClasses plugin = new ClassFileImporter()
            .importUrl(
                    SkippingPlugin.class.getProtectionDomain().getCodeSource().getLocation());

    @Test
    public void testImportsGoDown() {
        Layers.of(SkippingPlugin.class, ROOT)
                .layer("")
                .layer("hive", "iceberg")
                .layer("core")
                .knows(MODULES)
                .check();
    }

    @Test
    public void testImportsInCoreGoDown() {
        part("core")
                .layer("metadata")
                .layer("scan", "view", "procedure", "summarize", "estimate", "release.filter")
                .layer("filter", "explain", "hidden", "folder", "read")
                .layer("answer", "expression", "engine.ir", "querylog")
                .layer("index", "text", "read.gzip")
                .layer("path", "segment", "monotone", "rights", "read.text")
                .layer("value", "geo", "page")
                .layer("release", "listed")
                .layer("", "config", "engine", "file", "store", "committed", "layout")
                .check();
    }

    @Test
    public void testImportsInHiveGoDown() {
        part("hive")
                .layer("", "scan", "layout.rewrite")
                .layer("summarize", "answer", "estimate", "folder", "layout")
                .layer("read", "table")
                .layer("read.text", "committed", "handle")
                .layer("format")
                .layer("config", "release")
                .knows(ROOT + ".core")
                .check();
    }

    @Test
    public void testImportsInIcebergGoDown() {
        part("iceberg")
                .layer("")
                .layer("scan", "read")
                .layer("summarize")
                .layer("table")
                .layer("handle")
                .layer("release")
                .layer("statistics")
                .knows(ROOT + ".core")
                .check();
    }

    private static Layers part(String name) {
        return Layers.ofPart(SkippingPlugin.class, ROOT + "." + name).knows(MODULES);
    }

    /** What serves tables of any connector knows the engine's interfaces, and no connector. */
    @Test
    public void testCoreKnowsNoConnector() {
        classes()
                .that()
                .resideInAPackage(ROOT + ".core..")
                .should()
                .onlyDependOnClassesThat(JavaClass.Predicates.resideInAnyPackage(KNOWN_TO_CORE)
                        .or(JavaClass.Predicates.resideInAnyPackage(ENGINE)))
                .check(plugin);
        noClasses()
                .that()
                .resideInAPackage(ROOT + ".core..")
                .and()
                .resideOutsideOfPackages(KNOWS_ENGINE)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(ENGINE)
                .check(plugin);
    }

    /** Geometries are JTS's, whatever library a release of the engine computes with. */
    @Test
    public void testTheEnginesGeometriesAreDecodedInOnePlace() {
        noClasses()
                .that()
                .doNotHaveSimpleName("GeometryConstants")
                .should()
                .dependOnClassesThat(DescribedPredicate.or(
                        JavaClass.Predicates.resideInAPackage("com.esri.."),
                        JavaClass.Predicates.resideInAPackage("io.trino.geospatial..")))
                .check(plugin);
    }
}
