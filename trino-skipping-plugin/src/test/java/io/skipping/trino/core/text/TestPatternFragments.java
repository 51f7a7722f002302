// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.airlift.slice.Slice;
import io.airlift.slice.Slices;
import io.skipping.index.text.RegexFragments;
import io.trino.operator.scalar.JoniRegexpCasts;
import io.trino.operator.scalar.JoniRegexpFunctions;
import io.trino.operator.scalar.Re2JRegexpFunctions;
import io.trino.type.JoniRegexp;
import io.trino.type.Re2JRegexp;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Supplier;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

public class TestPatternFragments {
    private static final long SEED = Long.getLong("property.seed", 20_261_123L);
    private static final int EXPRESSIONS = Integer.getInteger("property.patterns", 10_000);
    private static final int TEXTS_PER_EXPRESSION = 4;

    @DataProvider
    public Object[][] likes() {
        return new Object[][] {
            {"%error%", "", List.of("error")},
            {"GET _%.html", "", List.of("GET ", ".html")},
            {"%", "", List.of()},
            {"", "", List.of()},
            {"100!%%_!_x", "!", List.of("100%", "_x")},
            {"a!!b", "!", List.of("a!b")},
            // LIKE fails on these
            {"a!b", "!", List.of()},
            {"ab!", "!", List.of()},
            {"é😀_%", "", List.of("é😀")},
            {"_é😀_%", "", List.of("é😀")},
            {"%é😀%", "", List.of("é😀")},
            // a scan compares the text in the middle by characters, whose bytes may be others
            {"%my_table%", "", List.of()},
            {"of %my_table% end", "", List.of("of ", " end")},
        };
    }

    @Test(dataProvider = "likes")
    public void testLike(String pattern, String escape, List<String> expected) {
        Optional<Integer> character = escape.isEmpty() ? Optional.empty() : Optional.of(escape.codePointAt(0));
        assertThat(LikeFragments.of(pattern, character))
                .map(Slice::toStringUtf8)
                .isEqualTo(expected);
    }

    /** Against the engine's implementations of regular expressions: whatever matches has all fragments in it. */
    @Test
    public void testWhatMatchesHasAllFragments() {
        int matches = 0;
        int fragments = 0;
        for (int i = 0; i < EXPRESSIONS; i++) {
            RandomText texts = new RandomText(new Random(SEED + i));
            List<String> parts = List.of(texts.regex(), texts.regex(), texts.regex());
            boolean hasGroup = i % 3 == 0;
            String pattern =
                    hasGroup ? "%s(%s|%s)".formatted(parts.get(0), parts.get(1), parts.get(2)) : parts.getFirst();
            Slice bytes = Slices.utf8Slice(pattern);
            Optional<JoniRegexp> joni = compiled(() -> JoniRegexpCasts.joniRegexp(bytes));
            Optional<Re2JRegexp> re2j = compiled(() -> new Re2JRegexp(Integer.MAX_VALUE, 5, bytes));
            List<List<Slice>> found = RegexFragments.of(pattern);
            fragments += found.isEmpty() ? 0 : 1;
            for (int j = 0; j < TEXTS_PER_EXPRESSION; j++) {
                Slice text = texts.like(hasGroup ? parts.getFirst() + parts.get(1 + j % 2) : pattern);
                if (joni.isPresent() && JoniRegexpFunctions.regexpLike(text, joni.get())
                        || re2j.isPresent() && Re2JRegexpFunctions.regexpLike(text, re2j.get())) {
                    matches++;
                    assertThat(found.isEmpty()
                                    || found.stream()
                                            .anyMatch(alternative -> alternative.stream()
                                                    .allMatch(fragment -> RandomText.contains(text, fragment))))
                            .as("-Dproperty.seed=%s: %s in %s", SEED + i, pattern, RandomText.hex(text))
                            .isTrue();
                }
            }
        }
        assertThat(matches).isGreaterThan(EXPRESSIONS / 2);
        assertThat(fragments).isGreaterThan(EXPRESSIONS / 2);
    }

    /** Empty if the engine fails on it. */
    private static <T> Optional<T> compiled(Supplier<T> compiler) {
        try {
            return Optional.of(compiler.get());
        } catch (RuntimeException e) {
            return Optional.empty();
        }
    }
}
