// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaModifier.PROTECTED;
import static com.tngtech.archunit.core.domain.JavaModifier.PUBLIC;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableSet;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import io.skipping.index.type.IndexType;
import io.skipping.index.type.IndexTypes;
import io.skipping.layers.Layers;
import java.util.Set;
import org.testng.annotations.Test;

/** Imports go one way, from the stores of indexes to what a value is, and none goes to an engine. */
public class TestLayers {
    private static final String ROOT = "io.skipping.index";

    /** Helpers of index types that are public for those of users, too. */
    private static final Set<String> SHARED_BY_INDEX_TYPES =
            ImmutableSet.of(ROOT + ".type.distinct", ROOT + ".type.bloom");

    private final JavaClasses library = new ClassFileImporter()
            .importUrl(
                    IndexDefinition.class.getProtectionDomain().getCodeSource().getLocation());

    /** No engine is among the libraries, so that every engine can have the index, in any release. */
    @Test
    public void testImportsGoDown() {
        Layers.of(IndexDefinition.class, ROOT)
                .layer("store.manifest")
                .layer("store.segment")
                .layer("explain", "store")
                .layer("snapshot")
                .layer("plan", "build", "filter")
                .layer("type.ngram")
                .layer(
                        "type.bbox",
                        "type.bloom",
                        "type.function",
                        "type.gaps",
                        "type.minmax",
                        "type.nulls",
                        "type.prefix",
                        "type.ranks",
                        "type.values")
                .layer("geo", "type")
                .layer("predicate")
                .layer("")
                .layer("type.distinct")
                .layer("text", "value")
                .libraries("com.fasterxml.jackson", "com.google.common", "io.airlift.slice")
                .check();
    }

    /** What a built-in index type does, one of a user can do. */
    @Test
    public void testIndexTypesUseNothingThatThoseOfUsersCannot() {
        classes()
                .that(describe("are in the package of an index type", TestLayers::isOfIndexType))
                .should(useOnlyWhatIsPublic())
                .check(library);
        assertThat(IndexTypes.load(getClass().getClassLoader()).all())
                .extracting(type -> library.get(type.getClass()))
                .as("all built-in types are in packages of their own")
                .isNotEmpty()
                .allMatch(TestLayers::isOfIndexType);
        assertThat(library.get(IndexType.class).getModifiers()).contains(PUBLIC);
    }

    private static boolean isOfIndexType(JavaClass type) {
        return type.getPackageName().startsWith(ROOT + ".type.");
    }

    private static ArchCondition<JavaClass> useOnlyWhatIsPublic() {
        return new ArchCondition<>("use only what is public of the library") {
            @Override
            public void check(JavaClass user, ConditionEvents events) {
                user.getDirectDependenciesFromSelf().forEach(dependency -> {
                    JavaClass used = dependency.getTargetClass().getBaseComponentType();
                    if (isOther(user, used) && !isOpen(used)) {
                        events.add(SimpleConditionEvent.violated(user, dependency.getDescription()));
                    }
                });
                user.getAccessesFromSelf().forEach(access -> checkAccess(user, access, events));
            }
        };
    }

    private static void checkAccess(JavaClass user, JavaAccess<?> access, ConditionEvents events) {
        access.getTarget()
                .resolveMember()
                .filter(member -> isOther(user, member.getOwner()) && !isOpen(member))
                .ifPresent(_ -> events.add(SimpleConditionEvent.violated(user, access.getDescription())));
    }

    /** Returns whether a class is the library's, but of another package. */
    private static boolean isOther(JavaClass user, JavaClass used) {
        return (used.getPackageName().equals(ROOT) || used.getPackageName().startsWith(ROOT + "."))
                && !used.getPackageName().equals(user.getPackageName());
    }

    private static boolean isOpen(JavaClass used) {
        String name = used.getPackageName();
        boolean isOfOpenPackage = name.equals(ROOT)
                || name.equals(ROOT + ".value")
                || name.equals(ROOT + ".predicate")
                || name.equals(ROOT + ".type")
                || SHARED_BY_INDEX_TYPES.contains(name);
        return isOfOpenPackage
                && used.getModifiers().contains(PUBLIC)
                && used.getEnclosingClass().map(TestLayers::isOpen).orElse(true);
    }

    private static boolean isOpen(JavaMember member) {
        return member.getModifiers().contains(PUBLIC) || member.getModifiers().contains(PROTECTED);
    }
}
