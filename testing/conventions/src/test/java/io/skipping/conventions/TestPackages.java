// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.conventions;

import static org.assertj.core.api.Assertions.assertThat;

import io.skipping.testing.folder.Checkout;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.Test;

/** Keeps packages small enough to be looked through, and in an order that each module declares. */
public class TestPackages {
    private static final int MOST_FILES = 25;

    private static final String MAIN = "src/main/java";
    private static final String TESTS = "src/test/java";

    /** The sources of the connector are shared by the modules below, each of which runs the tests. */
    private static final Path PLUGIN = Path.of("trino-skipping-plugin");

    /** Numbers of classes by the folder of the package, relative to the root of the project. */
    private final Map<Path, Integer> packages = new TreeMap<>();

    @BeforeClass
    public void countFiles() throws IOException {
        Files.walkFileTree(Checkout.root(), new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                String name = folder.getFileName().toString();
                return name.equals("target") || name.startsWith(".")
                        ? FileVisitResult.SKIP_SUBTREE
                        : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                String name = file.getFileName().toString();
                if (name.endsWith(".java") && !name.equals("package-info.java")) {
                    packages.merge(Checkout.root().relativize(file.getParent()), 1, Integer::sum);
                }
                return FileVisitResult.CONTINUE;
            }
        });
        assertThat(packages).containsKey(Path.of("testing/conventions/src/test/java/io/skipping/conventions"));
    }

    @Test
    public void testPackagesAreSmall() {
        assertThat(packages.entrySet().stream()
                        .filter(folder -> folder.getKey().toString().contains(MAIN) && folder.getValue() > MOST_FILES))
                .as("packages of more than %s files; split them by role", MOST_FILES)
                .isEmpty();
    }

    @Test
    public void testModulesDeclareTheirLayers() {
        TreeSet<Path> undeclared = modules(MAIN, _ -> true);
        undeclared.removeAll(modules(
                TESTS, folder -> Files.exists(Checkout.root().resolve(folder).resolve("TestLayers.java"))));
        assertThat(undeclared).as("modules without a TestLayers").isEmpty();
    }

    private TreeSet<Path> modules(String sources, Predicate<Path> filter) {
        TreeSet<Path> modules = new TreeSet<>();
        packages.keySet().stream()
                .filter(folder -> folder.toString().contains(sources) && filter.test(folder))
                .map(folder -> folder.startsWith(PLUGIN)
                        ? PLUGIN
                        : Path.of(
                                folder.toString().substring(0, folder.toString().indexOf(sources))))
                .forEach(modules::add);
        return modules;
    }
}
