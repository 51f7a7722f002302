// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import io.skipping.testing.folder.Checkout;
import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Checks that the classes and methods exist that the walks through the code name. */
public class TestWalks {
    private static final Pattern STEP = Pattern.compile("(?m)^(\\d+)\\. .*$");
    private static final Pattern CODE = Pattern.compile("`([^`]+)`");
    private static final Pattern NAME = Pattern.compile("([A-Z]\\w+)(?:\\.(\\w+))?");

    /** Returns pages, sections of them, and how many walks these have. */
    @DataProvider
    public static Object[][] walks() {
        return new Object[][] {
            {"docs/architecture.md", "Three walks through the code", 3},
            {"CONTRIBUTING.md", "Adding an index type", 1},
            {"CONTRIBUTING.md", "Adding a format", 1},
            {"CONTRIBUTING.md", "Adding a release of Trino", 1}
        };
    }

    @Test(dataProvider = "walks")
    public void testWalksNameWhatExists(String page, String title, int count) throws IOException {
        String walks = Page.read(Path.of(page)).sections().stream()
                .filter(section -> section.title().equals(title))
                .findFirst()
                .orElseThrow()
                .prose();
        List<MatchResult> steps = STEP.matcher(walks).results().toList();
        assertThat(steps.stream().filter(step -> step.group(1).equals("1")))
                .as("walks, each of which begins with a step 1")
                .hasSize(count);

        Map<String, List<Path>> classes = classes();
        List<String> wrong = new ArrayList<>();
        for (MatchResult step : steps) {
            List<String> names = CODE.matcher(step.group())
                    .results()
                    .map(name -> name.group(1))
                    .filter(name -> NAME.matcher(name).matches())
                    .toList();
            assertThat(names).as("classes in: %s", step.group()).isNotEmpty();
            for (String name : names) {
                if (!exists(name, classes)) {
                    wrong.add("%s in: %s".formatted(name, step.group()));
                }
            }
        }
        assertThat(wrong).as("classes and methods that do not exist").isEmpty();
    }

    /** @param name {@code Class} or {@code Class.method} */
    private static boolean exists(String name, Map<String, List<Path>> classes) throws IOException {
        String[] parts = name.split("\\.");
        for (Path file : classes.getOrDefault(parts[0], List.of())) {
            if (parts.length == 1 || hasMethod(ClassFile.of().parse(file), parts[1])) {
                return true;
            }
        }
        return false;
    }

    private static boolean hasMethod(ClassModel type, String name) {
        return type.methods().stream().anyMatch(method -> method.methodName().equalsString(name));
    }

    /** Returns the compiled classes of all modules, by their names without packages. */
    private static Map<String, List<Path>> classes() throws IOException {
        Map<String, List<Path>> classes = new HashMap<>();
        Files.walkFileTree(Checkout.root(), new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) throws IOException {
                String name = folder.getFileName().toString();
                if (name.equals("target")) {
                    add(folder.resolve("classes"), classes);
                    add(folder.resolve("test-classes"), classes);
                    return FileVisitResult.SKIP_SUBTREE;
                }
                return name.equals("src") || name.startsWith(".")
                        ? FileVisitResult.SKIP_SUBTREE
                        : FileVisitResult.CONTINUE;
            }
        });
        return classes;
    }

    private static void add(Path folder, Map<String, List<Path>> classes) throws IOException {
        if (!Files.isDirectory(folder)) {
            return;
        }
        try (Stream<Path> files = Files.walk(folder)) {
            files.filter(file -> file.toString().endsWith(".class")).forEach(file -> {
                String name = file.getFileName().toString();
                classes.computeIfAbsent(
                                name.substring(name.lastIndexOf('$') + 1, name.length() - ".class".length()),
                                _ -> new ArrayList<>())
                        .add(file);
            });
        }
    }
}
