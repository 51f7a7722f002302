// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import io.skipping.testing.folder.Checkout;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.testng.annotations.Test;

public class TestMessages {
    /** The first column of a row of a table. */
    private static final Pattern CELL = Pattern.compile("(?m)^\\| (`[^|]*) \\|");

    private static final Pattern MESSAGE = Pattern.compile("`([^`]+)`");

    /** Literals that are put together over several lines are one text. */
    private static final Pattern JOINED = Pattern.compile("\"\\s*\\+\\s*\"");

    /** Top-level folders whose messages no page tells of. */
    private static final Set<String> NO_PRODUCT = Set.of("benchmarks", "demo", "testing");

    /** Who looks a message up has it from the program; if the page has other words, he finds nothing. */
    @Test
    public void testMessagesAreThoseOfTheCode() throws IOException {
        String code = sources();
        String page = Files.readString(Checkout.root().resolve("docs").resolve("errors.md"));
        List<String> parts = new ArrayList<>();
        CELL.matcher(page)
                .results()
                .map(cell -> cell.group(1))
                .filter(cell -> !cell.contains("(Trino's own)"))
                .forEach(cell -> MESSAGE.matcher(cell)
                        .results()
                        .flatMap(message -> Stream.of(message.group(1).split("…")))
                        .map(String::strip)
                        .filter(part -> !part.isEmpty())
                        .forEach(parts::add));
        assertThat(parts).hasSizeGreaterThan(50);
        assertThat(parts.stream().filter(part -> !code.contains(part)))
                .as("messages of docs/errors.md that no code has")
                .isEmpty();
    }

    private static String sources() throws IOException {
        try (Stream<Path> files = Files.walk(Checkout.root())) {
            return files.filter(file -> file.toString().endsWith(".java")
                            && file.toString().contains("/src/main/java/")
                            && !NO_PRODUCT.contains(
                                    Checkout.root().relativize(file).getName(0).toString()))
                    .map(TestMessages::text)
                    .collect(Collectors.joining("\n"));
        }
    }

    private static String text(Path file) {
        try {
            return JOINED.matcher(Files.readString(file)).replaceAll("");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
