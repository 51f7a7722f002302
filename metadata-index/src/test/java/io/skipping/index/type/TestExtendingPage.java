// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.skipping.index.predicate.Predicate;
import java.io.IOException;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Checks that users who write an index type are told of all that they implement, and of all conditions that they are asked. */
public class TestExtendingPage {
    private static final Path PAGE = Path.of("..", "docs", "extending.md");

    @DataProvider
    public static Object[][] implemented() {
        return new Object[][] {{IndexType.class}, {Summarizer.class}, {SummaryReader.class}, {Matcher.class}};
    }

    @Test(dataProvider = "implemented")
    public void testMethodsAreOnThePage(Class<?> type) throws IOException {
        assertThat(missing(Arrays.stream(type.getMethods())
                        .filter(method -> !Modifier.isStatic(method.getModifiers()))
                        .map(method -> method.getName())))
                .as("methods of %s that %s does not name", type.getSimpleName(), PAGE)
                .isEmpty();
    }

    @Test
    public void testConditionsAreOnThePage() throws IOException {
        List<String> conditions = new ClassFileImporter()
                .importPackagesOf(Predicate.class).stream()
                        .filter(type -> type.isAssignableTo(Predicate.Leaf.class) && !type.isInterface())
                        .filter(type -> type.getModifiers().contains(JavaModifier.PUBLIC))
                        .map(JavaClass::getSimpleName)
                        .toList();
        assertThat(conditions).contains("InSet");
        assertThat(missing(conditions.stream()))
                .as("conditions that %s does not name", PAGE)
                .isEmpty();
    }

    private static List<String> missing(Stream<String> names) throws IOException {
        String page = Files.readString(PAGE);
        return names.filter(name -> !page.contains("`" + name + "`") && !page.contains("." + name + "`"))
                .distinct()
                .toList();
    }
}
