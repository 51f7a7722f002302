// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.layers;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Declares the packages of a module from top to bottom, and checks that its classes keep to that order: a package knows
 * only those below it, no packages form a cycle, every package has its place, and other packages of this project are
 * known only if they are declared.
 */
public final class Layers {
    private static final String PROJECT = "io.skipping";

    private final JavaClasses classes;
    private final String root;
    private final Map<String, Integer> depths = new HashMap<>();
    private final List<String> known = new ArrayList<>();
    private Optional<List<String>> libraries = Optional.empty();
    private int depth;

    private Layers(JavaClasses classes, String root) {
        this.classes = classes;
        this.root = root;
    }

    /**
     * Begins the declaration of a module.
     *
     * @param inModule a class of the module; all classes that are compiled with it are checked
     * @param root the package that all others of the module are below
     */
    public static Layers of(Class<?> inModule, String root) {
        return new Layers(classes(inModule), root);
    }

    /**
     * Begins the declaration of a part of a module: a package with those below it. Other packages of the module are as those of
     * another one: they are not checked, and known only if they are declared.
     *
     * @param inModule a class of the module
     * @param root the package that all others of the part are below
     */
    public static Layers ofPart(Class<?> inModule, String root) {
        return new Layers(classes(inModule).that(JavaClass.Predicates.resideInAPackage(root + "..")), root);
    }

    private static JavaClasses classes(Class<?> inModule) {
        return new ClassFileImporter()
                .importUrl(inModule.getProtectionDomain().getCodeSource().getLocation());
    }

    /**
     * Adds the layer below those so far.
     *
     * @param packages packages that do not know each other, each with those below it, as names below the root; an empty
     *     name is the root without the packages below it
     */
    public Layers layer(String... packages) {
        for (String each : packages) {
            if (depths.put(each, depth) != null) {
                throw new IllegalArgumentException("'%s' is in two layers".formatted(each));
            }
        }
        depth++;
        return this;
    }

    /**
     * Declares packages of this project's other modules that this one may know.
     *
     * @param packages names of packages, each with those below it
     */
    public Layers knows(String... packages) {
        known.addAll(List.of(packages));
        return this;
    }

    /**
     * Declares the libraries that the module may know beside those of Java; without this, it may know any.
     *
     * @param packages names of packages, each with those below it
     */
    public Layers libraries(String... packages) {
        libraries = Optional.of(List.of(packages));
        return this;
    }

    /** Checks the module. Throws an {@link AssertionError} that lists all that is wrong. */
    public void check() {
        Set<String> wrong = new TreeSet<>();
        Set<String> found = new TreeSet<>();
        for (JavaClass each : classes) {
            String layer = layer(each.getPackageName());
            if (layer == null) {
                wrong.add("package %s is in no layer".formatted(each.getPackageName()));
                continue;
            }
            found.add(layer);
            for (Dependency dependency : each.getDirectDependenciesFromSelf()) {
                problem(layer, dependency.getTargetClass().getBaseComponentType())
                        .ifPresent(problem -> wrong.add("%s: %s".formatted(problem, dependency.getDescription())));
            }
        }
        depths.keySet().stream()
                .filter(layer -> !found.contains(layer))
                .forEach(layer -> wrong.add("layer '%s' has no class".formatted(layer)));
        if (!wrong.isEmpty()) {
            throw new AssertionError("Imports of %s:%n%s".formatted(root, String.join(System.lineSeparator(), wrong)));
        }
        slices().assignedFrom(new Packages()).should().beFreeOfCycles().check(classes);
    }

    private Optional<String> problem(String layer, JavaClass known) {
        String name = known.getPackageName();
        if (name.isEmpty() || isBelow(name, "java") || isBelow(name, "javax")) {
            return Optional.empty();
        }
        if (isBelow(name, root)) {
            String other = layer(name);
            return other == null || other.equals(layer) || depths.get(other) > depths.get(layer)
                    ? Optional.empty()
                    : Optional.of("'%s' must not know '%s'".formatted(layer, other));
        }
        List<String> allowed = isBelow(name, PROJECT) ? this.known : libraries.orElse(List.of(name));
        return allowed.stream().anyMatch(each -> isBelow(name, each))
                ? Optional.empty()
                : Optional.of("%s is not declared".formatted(name));
    }

    /** Returns the declared name that is closest to a package; null if there is none. */
    private String layer(String name) {
        if (!isBelow(name, root)) {
            return null;
        }
        if (name.equals(root)) {
            return depths.containsKey("") ? "" : null;
        }
        String below = name.substring(root.length() + 1);
        while (!depths.containsKey(below)) {
            int end = below.lastIndexOf('.');
            if (end < 0) {
                return null;
            }
            below = below.substring(0, end);
        }
        return below;
    }

    private static boolean isBelow(String name, String above) {
        return name.equals(above) || name.startsWith(above + ".");
    }

    private final class Packages implements SliceAssignment {
        @Override
        public SliceIdentifier getIdentifierOf(JavaClass type) {
            return classes.contain(type.getName())
                    ? SliceIdentifier.of(type.getPackageName())
                    : SliceIdentifier.ignore();
        }

        @Override
        public String getDescription() {
            return "packages";
        }
    }
}
