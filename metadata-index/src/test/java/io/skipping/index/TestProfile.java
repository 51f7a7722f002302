// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index;

import static org.assertj.core.api.Assertions.assertThat;

import io.airlift.slice.Slices;
import io.skipping.index.snapshot.ObjectTable;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.testng.annotations.Test;

public class TestProfile {
    @Test
    public void testTextsAreCanonical() {
        assertThat(Profile.of("parquet/by-name", Map.of(), Set.of()).text()).isEqualTo("parquet/by-name");
        assertThat(Profile.of("text/lazy-simple", Map.of("null", "\\N", "field", ","), Set.of())
                        .text())
                .as("settings are in order, and what has a meaning is escaped")
                .isEqualTo("text/lazy-simple{field=%2C,null=%5CN}");
        assertThat(Profile.of("r", Map.of("a", "b,c=d"), Set.of()))
                .as("no two settings look like one")
                .isNotEqualTo(Profile.of("r", Map.of("a", "b", "c", "d"), Set.of()));
        assertThat(Profile.of("r", Map.of("a", "é%"), Set.of()).text()).isEqualTo("r{a=%C3%A9%25}");
    }

    @Test
    public void testWhatEarlierReleasesKeptIsTheSame() {
        Profile profile = Profile.of("parquet/by-name", Map.of(), Set.of("0123abcd"));
        assertThat(profile.matches("parquet/by-name")).isTrue();
        assertThat(profile.matches("0123abcd")).isTrue();
        assertThat(profile.matches("parquet/by-position")).isFalse();
        for (String kept : List.of("0123abcd", "parquet/by-name")) {
            assertThat(objectOf(kept).isVersion(0, new LiveObject(new ObjectVersion("a", 5, 7), profile)))
                    .as("an object that was summarised as %s", kept)
                    .isTrue();
        }
        assertThat(objectOf("parquet/by-position").isVersion(0, new LiveObject(new ObjectVersion("a", 5, 7), profile)))
                .isFalse();
    }

    @Test
    public void testDifferencesAreNamed() {
        Profile profile = Profile.of("text/lazy-simple", Map.of("null", "\\N", "field", ",", "escape", "!"), Set.of());
        assertThat(profile.difference("text/lazy-simple{field=%3B,line=%0A,null=%5CN}"))
                .isEqualTo("escape is %21 and was not set, field is %2C and was %3B, line is not set and was %0A");
        assertThat(profile.difference("parquet/by-name"))
                .isEqualTo("text/lazy-simple{escape=%21,field=%2C,null=%5CN} and was parquet/by-name");
        assertThat(profile.difference("0123abcd")).endsWith(" and was 0123abcd");
        assertThat(profile.difference(profile.text())).isEmpty();
    }

    private static ObjectTable objectOf(String profile) {
        return new ObjectTable(
                Slices.utf8Slice("a"),
                new int[] {0, 1},
                new long[] {5},
                new long[] {7},
                new long[] {0},
                new int[] {0},
                List.of(profile),
                new int[] {0, 1});
    }
}
