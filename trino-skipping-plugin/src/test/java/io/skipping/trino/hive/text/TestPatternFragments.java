// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.airlift.slice.Slice;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.regex.Pattern;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

public class TestPatternFragments {
    @DataProvider
    public Object[][] likes() {
        return new Object[][] {
            {"%error%", "", List.of("error")},
            {"GET %.html_", "", List.of("GET ", ".html")},
            {"%", "", List.of()},
            {"", "", List.of()},
            {"100!%%_!_x", "!", List.of("100%", "_x")},
            {"a!!b", "!", List.of("a!b")},
            // LIKE fails on these
            {"a!b", "!", List.of()},
            {"ab!", "!", List.of()},
            {"%é😀_", "", List.of("é😀")},
        };
    }

    @Test(dataProvider = "likes")
    public void like(String pattern, String escape, List<String> expected) {
        Optional<Integer> character = escape.isEmpty() ? Optional.empty() : Optional.of(escape.codePointAt(0));
        assertThat(PatternFragments.ofLike(pattern, character))
                .map(Slice::toStringUtf8)
                .isEqualTo(expected);
    }

    @DataProvider
    public Object[][] expressions() {
        return new Object[][] {
            {"error", List.of("error")},
            {"^GET .*html$", List.of("GET ", "html")},
            {"colou?r", List.of("colo", "r")},
            {"ab+c*d", List.of("ab", "d")},
            {"a*", List.of()},
            {"x😀*y", List.of("x", "y")},
            {"a|b", List.of()},
            {"(?i)error", List.of()},
            {"[Ee]rror", List.of()},
            {"a\\d", List.of()},
            {"ab{0}", List.of()},
        };
    }

    @Test(dataProvider = "expressions")
    public void regex(String pattern, List<String> expected) {
        assertThat(PatternFragments.ofRegex(pattern)).map(Slice::toStringUtf8).isEqualTo(expected);
    }

    /** Against an implementation of regular expressions: whatever matches has all fragments in it. */
    @Test
    public void whatMatchesHasAllFragments() {
        long seed = Long.getLong("fragments.seed", System.nanoTime());
        int matches = 0;
        for (int i = 0; i < 50_000; i++) {
            Random random = new Random(seed + i);
            String pattern = random(random, "aab.^$*+?", 7)
                    .replaceAll("(^|[$^])[*+?]+", "$1")
                    .replaceAll("([*+?])[*+?]+", "$1");
            String text = random(random, "ab", 8);
            if (Pattern.compile(pattern).matcher(text).find()) {
                matches++;
                assertThat(PatternFragments.ofRegex(pattern))
                        .as("-Dfragments.seed=%s: %s in %s", seed + i, pattern, text)
                        .allMatch(fragment -> text.contains(fragment.toStringUtf8()));
            }
        }
        assertThat(matches).isGreaterThan(10_000);
    }

    private static String random(Random random, String alphabet, int longest) {
        StringBuilder text = new StringBuilder();
        for (int length = random.nextInt(longest + 1); length > 0; length--) {
            text.append(alphabet.charAt(random.nextInt(alphabet.length())));
        }
        return text.toString();
    }
}
