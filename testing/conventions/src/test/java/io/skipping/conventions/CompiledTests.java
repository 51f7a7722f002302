// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.conventions;

import static org.assertj.core.api.Assertions.assertThat;

import io.skipping.testing.folder.Checkout;
import java.io.IOException;
import java.lang.classfile.Annotation;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.constantpool.ClassEntry;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Holds the compiled tests of all modules that have been built. */
final class CompiledTests {
    private static final String TEST = "Lorg/testng/annotations/Test;";

    private final Map<String, ClassModel> byName;

    private CompiledTests(Map<String, ClassModel> byName) {
        this.byName = byName;
    }

    static CompiledTests read() throws IOException {
        Map<String, ClassModel> found = new TreeMap<>();
        Files.walkFileTree(Checkout.root(), new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) throws IOException {
                String name = folder.getFileName().toString();
                if (name.equals("target")) {
                    readFolder(folder.resolve("test-classes"), found);
                    return FileVisitResult.SKIP_SUBTREE;
                }
                return name.equals("src") || name.startsWith(".")
                        ? FileVisitResult.SKIP_SUBTREE
                        : FileVisitResult.CONTINUE;
            }
        });
        assertThat(found)
                .as("classes of tests, of this module at least")
                .containsKey(CompiledTests.class.getName().replace('.', '/'));
        return new CompiledTests(found);
    }

    private static void readFolder(Path folder, Map<String, ClassModel> found) throws IOException {
        if (!Files.isDirectory(folder)) {
            return;
        }
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file :
                    files.filter(each -> each.toString().endsWith(".class")).toList()) {
                ClassModel read = ClassFile.of().parse(file);
                found.put(read.thisClass().asInternalName(), read);
            }
        }
    }

    Collection<ClassModel> all() {
        return byName.values();
    }

    /** @param name the internal name, with slashes */
    boolean contains(String name) {
        return byName.containsKey(name);
    }

    /** @param name the internal name, with slashes */
    ClassModel get(String name) {
        return byName.get(name);
    }

    /** Returns a class and those that it extends, as far as they are tests of this project. */
    Stream<ClassModel> ancestry(ClassModel type) {
        return Stream.iterate(
                        Optional.of(type),
                        Optional::isPresent,
                        each -> each.flatMap(ClassModel::superclass)
                                .map(ClassEntry::asInternalName)
                                .map(byName::get))
                .map(Optional::get);
    }

    /** Returns whether TestNG finds a test in a class or in one that it extends. */
    boolean hasTests(ClassModel type) {
        return ancestry(type)
                .anyMatch(each -> testAnnotation(each).isPresent()
                        || each.methods().stream().anyMatch(CompiledTests::isTest));
    }

    static boolean isTest(MethodModel method) {
        return method.findAttribute(Attributes.runtimeVisibleAnnotations())
                .flatMap(found -> test(found.annotations()))
                .isPresent();
    }

    static Optional<Annotation> testAnnotation(ClassModel type) {
        return type.findAttribute(Attributes.runtimeVisibleAnnotations()).flatMap(found -> test(found.annotations()));
    }

    private static Optional<Annotation> test(List<Annotation> annotations) {
        return annotations.stream()
                .filter(each -> each.className().equalsString(TEST))
                .findFirst();
    }
}
