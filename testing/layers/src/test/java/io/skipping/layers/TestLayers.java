// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.layers;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.testng.annotations.Test;

/** Checks the check, on the classes of these tests. */
public class TestLayers {
    private static final String ROOT = "io.skipping.layers";

    @Test
    public void testCyclesOfPackagesAreFound() {
        assertThatThrownBy(() -> layers().layer("")
                        .layer("upper", "ring")
                        .layer("lower")
                        .libraries("org.testng", "org.assertj")
                        .check())
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("Cycle detected")
                .hasMessageContaining("ring.one")
                .hasMessageNotContaining("upper");
    }

    @Test
    public void testImportsThatGoUpAreFound() {
        assertThatThrownBy(() -> layers().layer("")
                        .layer("ring")
                        .layer("lower")
                        .layer("upper")
                        .check())
                .hasMessageContaining("'upper' must not know 'lower'")
                .hasMessageContaining("Upper.java")
                .hasMessageNotContaining("ring");
    }

    @Test
    public void testPackagesOfOneLayerDoNotKnowEachOther() {
        assertThatThrownBy(
                        () -> layers().layer("").layer("ring", "upper", "lower").check())
                .hasMessageContaining("'upper' must not know 'lower'");
    }

    @Test
    public void testEveryPackageHasALayerAndEveryLayerAPackage() {
        assertThatThrownBy(() -> layers().layer("")
                        .layer("ring.one")
                        .layer("upper")
                        .layer("lower", "gone")
                        .check())
                .hasMessageContaining("package io.skipping.layers.ring.two is in no layer")
                .hasMessageContaining("layer 'gone' has no class")
                .hasMessageNotContaining("layer 'upper'");
    }

    @Test
    public void testLibrariesThatAreNotDeclaredAreFound() {
        assertThatThrownBy(() -> layers().layer("")
                        .layer("ring", "upper")
                        .layer("lower")
                        .libraries("org.testng")
                        .check())
                .hasMessageContaining("org.assertj.core.api is not declared")
                .hasMessageNotContaining("org.testng.annotations is not declared");
    }

    @Test
    public void testOtherModulesThatAreNotDeclaredAreFound() {
        assertThatThrownBy(() ->
                        Layers.of(TestLayers.class, ROOT + ".upper").layer("").check())
                .hasMessageContaining("package io.skipping.layers.lower is in no layer")
                .hasMessageContaining("io.skipping.layers.lower is not declared");
    }

    /** Other packages of the module are no error of a part, unless it knows one that is not declared. */
    @Test
    public void testPartOfModuleIsCheckedByItself() {
        Layers.ofPart(TestLayers.class, ROOT + ".lower").layer("").check();
        Layers.ofPart(TestLayers.class, ROOT + ".upper")
                .layer("")
                .knows(ROOT + ".lower")
                .check();
        assertThatThrownBy(() -> Layers.ofPart(TestLayers.class, ROOT + ".upper")
                        .layer("")
                        .check())
                .hasMessageContaining("io.skipping.layers.lower is not declared")
                .hasMessageNotContaining("is in no layer");
        assertThatThrownBy(() -> Layers.ofPart(TestLayers.class, ROOT + ".ring")
                        .layer("one")
                        .layer("two")
                        .check())
                .hasMessageContaining("'two' must not know 'one'");
    }

    private static Layers layers() {
        return Layers.of(TestLayers.class, ROOT);
    }
}
