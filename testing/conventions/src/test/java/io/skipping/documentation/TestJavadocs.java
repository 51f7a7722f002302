// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import io.skipping.testing.folder.Checkout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/**
 * Checks how Javadocs of types, and of public and protected methods, begin: with a verb, such as "Returns …". A noun at the
 * beginning often leads to a sentence without any verb, which a program cannot find.
 */
public class TestJavadocs {
    /** Matches a comment and what it stands before: annotations, and the beginning of a declaration. */
    private static final Pattern DOCUMENTED = Pattern.compile(
            "/\\*\\*(?<text>[^*]*+(?:\\*(?!/)[^*]*+)*+)\\*/\\s*(?:@\\w+(?:\\([^()]*(?:\\([^()]*\\)[^()]*)*\\))?\\s+)*+(?<declaration>[^;={(/]*+[;={(])");

    private static final Pattern TYPE =
            Pattern.compile("(?s)(?:[a-z-]+\\s+)*(?:class|interface|record|enum)\\s+\\w+\\b.*");

    /** Matches up to the parameters. The declarations of fields end with {@code =} or a semicolon. */
    private static final Pattern METHOD = Pattern.compile("(?s)(?:public|protected)\\s.*\\(");

    /** Matches a comment that begins with an article, or another word that a noun follows. */
    private static final Pattern NOUN = Pattern.compile("[\\s*]*(?:The|An?|Its?|One|Some|All|Each|Every|No)\\s");

    @DataProvider
    public Object[][] modules() {
        return Stream.of(
                        "index-builder",
                        "partitioner",
                        "committer",
                        "commands",
                        "launcher",
                        "search-index",
                        "search-engines",
                        "spark-skipping",
                        "testing",
                        "demo",
                        "samples")
                .map(module -> new Object[] {module})
                .toArray(Object[][]::new);
    }

    @Test(dataProvider = "modules")
    public void testJavadocsBeginWithAVerb(String module) throws IOException {
        List<String> others = new ArrayList<>();
        int documented = 0;
        try (Stream<Path> files = Files.walk(Checkout.root().resolve(module))) {
            for (Path file : (Iterable<Path>) files.filter(TestJavadocs::isSource)::iterator) {
                Matcher matcher = DOCUMENTED.matcher(Files.readString(file));
                while (matcher.find()) {
                    String declaration = matcher.group("declaration");
                    if (!TYPE.matcher(declaration).matches()
                            && !METHOD.matcher(declaration).matches()) {
                        continue;
                    }
                    documented++;
                    if (NOUN.matcher(matcher.group("text")).lookingAt()) {
                        others.add("%s: %s".formatted(file.getFileName(), declaration.replaceAll("\\s+", " ")));
                    }
                }
            }
        }
        assertThat(documented).as("Javadocs in %s", module).isPositive();
        assertThat(others)
                .as("Javadocs that begin with a noun; begin with a verb, as in 'Returns the name'")
                .isEmpty();
    }

    private static boolean isSource(Path file) {
        return file.toString().endsWith(".java")
                && file.toString().contains("/src/main/java/")
                && Files.isRegularFile(file);
    }
}
