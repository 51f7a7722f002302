// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

public class TestRegexPrefix {
    @DataProvider
    public Object[][] patterns() {
        return new Object[][] {
            {"^abc", "abc"},
            {"^abc.*x", "abc"},
            {"^abc$", "abc"},
            {"^abc*", "ab"},
            {"^abc?d", "ab"},
            {"^abc+", "ab"},
            {"^abc{0}d", "ab"},
            {"^a\\.b", "a.b"},
            {"^a\\.?b", "a"},
            {"^a\\d", "a"},
            {"^a\\", "a"},
            {"^a(b)c", "a"},
            {"^[a]b", ""},
            {"^é😀*", "é"},
            {"^", ""},
        };
    }

    @Test(dataProvider = "patterns")
    public void testPrefix(String pattern, String prefix) {
        assertThat(RegexPrefix.of(pattern)).contains(prefix);
    }

    @Test
    public void testNoneOfAlternativesAndOptions() {
        for (String pattern : new String[] {"abc", "^a|b", "^(a|b)", "(?i)^a", "^a(?i)b", ".^a"}) {
            assertThat(RegexPrefix.of(pattern)).as(pattern).isEqualTo(Optional.empty());
        }
    }
}
