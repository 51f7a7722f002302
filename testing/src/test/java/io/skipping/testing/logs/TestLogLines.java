// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.logs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.testng.annotations.Test;

public class TestLogLines {
    private static final LogOptions OPTIONS = new LogOptions(1, 100, 20_000);
    private static final int FIELDS = 6;
    private static final int LONGEST_LINE = 600;

    @Test
    public void testSameOptionsGiveSameBytes() {
        assertThat(text(OPTIONS, 7)).isEqualTo(text(OPTIONS, 7));
        assertThat(text(OPTIONS, 7)).isNotEqualTo(text(new LogOptions(2, 100, 20_000), 7));
    }

    @Test
    public void testObjectsHaveNothingInCommon() {
        Set<String> messages = new HashSet<>(messages(7));
        assertThat(messages(8)).as("of random numbers of its own").noneMatch(messages::contains);
    }

    @Test
    public void testLines() {
        List<String> lines = text(OPTIONS, 7).lines().toList();
        assertThat(lines).allMatch(line -> line.split("\\|").length == FIELDS);
        assertThat(lines).as("in the order of time").isSorted();
        assertThat(lines.getFirst()).startsWith("2026-01-15 00:07:00.000|");
        assertThat(text(OPTIONS, 7).length()).isBetween(OPTIONS.bytes(), OPTIONS.bytes() + LONGEST_LINE);
    }

    @Test
    public void testRareWordsAreInAsManyObjectsAsSaid() {
        List<String> texts = IntStream.range(0, OPTIONS.objects())
                .mapToObj(object -> text(OPTIONS, object))
                .toList();
        for (RareWord word : LogLines.rareWords()) {
            assertThat(texts.stream().filter(text -> text.contains(word.word())))
                    .as(word.word())
                    .hasSize(Math.max(1, word.perMille() / 10));
        }
    }

    @Test
    public void testVocabulary() {
        Vocabulary vocabulary = new Vocabulary(1);
        assertThat(vocabulary.size()).as("several thousand").isBetween(3000, 6000);
        List<String> words =
                IntStream.range(0, vocabulary.size()).mapToObj(vocabulary::word).toList();
        assertThat(words).doesNotHaveDuplicates().allMatch(word -> word.matches("[a-z]{2,}"));
        for (RareWord rare : LogLines.rareWords()) {
            assertThat(words).as(rare.word()).noneMatch(word -> word.contains(rare.word()));
        }
    }

    @Test
    public void testAFewWordsMakeUpMostOfTheText() {
        String text = String.join(" ", messages(7));
        String most = LogLines.word(OPTIONS, 0);
        String least = LogLines.word(OPTIONS, 0.99);
        assertThat(text.split(most, -1).length).isGreaterThan(10 * text.split(least, -1).length);
    }

    private static List<String> messages(int object) {
        return text(OPTIONS, object)
                .lines()
                .map(line -> line.split("\\|")[FIELDS - 1])
                .toList();
    }

    private static String text(LogOptions options, int object) {
        return new String(LogLines.content(options, new Vocabulary(options.seed()), object), StandardCharsets.UTF_8);
    }
}
