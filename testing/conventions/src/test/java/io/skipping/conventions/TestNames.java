// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.conventions;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.classfile.ClassModel;
import java.lang.reflect.AccessFlag;
import java.util.List;
import java.util.Set;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.Test;

/**
 * Checks the naming rule of tests: a class is {@code Test<Subject>}, a base class of several is {@code Abstract<Subject>}, and a
 * method is {@code test<Behaviour>}.
 */
public class TestNames {
    /** Classes that run only if they are named, since they need something from outside. */
    private static final Set<String> ON_DEMAND = Set.of("CommitterOnGivenStore");

    private CompiledTests classes;

    @BeforeClass
    public void readClasses() throws IOException {
        classes = CompiledTests.read();
    }

    @Test
    public void testMethodsBeginWithTest() {
        List<String> others = classes.all().stream()
                .flatMap(type -> type.methods().stream()
                        .filter(CompiledTests::isTest)
                        .map(method -> method.methodName().stringValue())
                        .filter(name -> !name.matches("test[A-Z0-9]\\w*"))
                        .map(name -> type.thisClass().asInternalName() + "." + name))
                .toList();
        assertThat(others).as("methods of tests with other names than test…").isEmpty();
    }

    @Test
    public void testClassesBeginWithTestOrAbstract() {
        List<String> others = classes.all().stream()
                .filter(type -> classes.hasTests(type) && !ON_DEMAND.contains(simpleName(type)))
                .filter(type -> !simpleName(type).matches(isAbstract(type) ? "Abstract\\w+" : "Test[A-Z0-9]\\w*"))
                .map(type -> type.thisClass().asInternalName())
                .toList();
        assertThat(others).as("classes of tests with other names").isEmpty();
    }

    private static boolean isAbstract(ClassModel type) {
        return type.flags().has(AccessFlag.ABSTRACT);
    }

    private static String simpleName(ClassModel type) {
        String name = type.thisClass().asInternalName();
        return name.substring(name.lastIndexOf('/') + 1);
    }
}
