// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.airlift.slice.Slice;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

public class TestRegexFragments {
    private static final long SEED = Long.getLong("property.seed", 20_261_126L);
    private static final int EXPRESSIONS = Integer.getInteger("property.patterns", 10_000);

    @DataProvider
    public Object[][] expressions() {
        return new Object[][] {
            {"error", List.of(List.of("error"))},
            {"^GET .*html$", List.of(List.of("GET ", "html"))},
            {"colou?r", List.of(List.of("colo", "r"))},
            {"ab+c*d", List.of(List.of("ab", "d"))},
            {"a*", List.of()},
            {"ab+?c", List.of(List.of("ab", "c"))},
            {"ab++c", List.of(List.of("ab", "c"))},
            {"ab+*c", List.of()},
            {"ab+??c", List.of()},
            {"x😀*y", List.of(List.of("x", "y"))},
            {"a|b", List.of(List.of("a"), List.of("b"))},
            {"Lost: (guitar|scarf)s?!", List.of(List.of("Lost: guitar", "!"), List.of("Lost: scarf", "!"))},
            {"x(a|(b|c)d|)y", List.of(List.of("xay"), List.of("xbdy"), List.of("xcdy"), List.of("xy"))},
            {"a.b|a.b", List.of(List.of("a", "b"))},
            {"a|", List.of()},
            {"(a|b)+c", List.of()},
            {"(a|b){0}c", List.of()},
            {"a(?:b|c)", List.of()},
            {"a(+|b)", List.of()},
            {"a(b|c", List.of()},
            {"a)b|c", List.of()},
            {"(?i)error", List.of()},
            {"[Ee]rror", List.of()},
            {"a\\d", List.of()},
            {"ab{0}", List.of()},
        };
    }

    @Test(dataProvider = "expressions")
    public void testRegex(String pattern, List<List<String>> expected) {
        assertThat(RegexFragments.of(pattern))
                .map(fragments -> fragments.stream().map(Slice::toStringUtf8).toList())
                .isEqualTo(expected);
    }

    /** Against Java's regular expressions: a text in which one is found has the fragments, and begins with the prefix. */
    @Test
    public void testWhatMatches() {
        Random random = new Random(SEED);
        int matches = 0;
        int decided = 0;
        for (int number = 0; number < EXPRESSIONS; number++) {
            String pattern = text(
                    random,
                    List.of("a", "b", "ab", ".", "*", "+", "?", "^", "$", "(a|b)", "(ab|", ")", "|", "\\.", "c"));
            Pattern compiled;
            try {
                compiled = Pattern.compile(pattern);
            } catch (PatternSyntaxException e) {
                continue;
            }
            List<List<Slice>> fragments = RegexFragments.of(pattern);
            Optional<String> prefix = RegexPrefix.of(pattern);
            for (int other = 0; other < 10; other++) {
                String text = text(random, List.of("a", "b", "ab", "c", "."));
                boolean mayMatch = text.startsWith(prefix.orElse(""))
                        && (fragments.isEmpty()
                                || fragments.stream()
                                        .anyMatch(all -> all.stream()
                                                .map(Slice::toStringUtf8)
                                                .allMatch(text::contains)));
                decided += mayMatch ? 0 : 1;
                if (compiled.matcher(text).find()) {
                    matches++;
                    assertThat(mayMatch)
                            .as("'%s' in '%s', seed %s", pattern, text, SEED)
                            .isTrue();
                }
            }
        }
        assertThat(matches).isGreaterThan(EXPRESSIONS);
        assertThat(decided).isGreaterThan(EXPRESSIONS);
    }

    private static String text(Random random, List<String> parts) {
        StringBuilder text = new StringBuilder();
        for (int part = 0; part < 1 + random.nextInt(5); part++) {
            text.append(parts.get(random.nextInt(parts.size())));
        }
        return text.toString();
    }
}
