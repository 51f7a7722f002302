// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.jobs;

import java.util.SplittableRandom;
import java.util.StringJoiner;
import java.util.stream.IntStream;

/**
 * Generates lines of made-up words, some of them far more frequent than others, as in natural text. The number of a
 * line determines its content.
 */
final class WordLines {
    private static final int WORDS_OF_LINE = 12;
    private static final String[] VOCABULARY =
            IntStream.range(0, 10_000).mapToObj(WordLines::word).toArray(String[]::new);

    private WordLines() {}

    static String line(long number) {
        SplittableRandom random = new SplittableRandom(number);
        StringJoiner line = new StringJoiner(" ");
        for (int i = 0; i < WORDS_OF_LINE; i++) {
            // the logarithm of the rank is uniformly distributed: Zipf's law
            line.add(VOCABULARY[(int) Math.pow(VOCABULARY.length, random.nextDouble())]);
        }
        return line.toString();
    }

    /** Returns seven letters that differ for each rank: a number in base 26, scattered by a factor coprime to 26. */
    private static String word(int rank) {
        long code = rank * 2_654_435_761L % 8_031_810_176L;
        char[] letters = new char[7];
        for (int i = 0; i < letters.length; i++) {
            letters[i] = (char) ('a' + code % 26);
            code /= 26;
        }
        return new String(letters);
    }
}
