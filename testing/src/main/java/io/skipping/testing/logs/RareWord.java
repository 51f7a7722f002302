// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.logs;

import io.skipping.testing.meters.park.SeededHash;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * Represents a word that appears in some messages of a few objects, and inside no other word.
 *
 * @param word the word, in lower case
 * @param perMille how many objects in a thousand contain it; at least one object does
 */
public record RareWord(String word, int perMille) {
    static final List<RareWord> ALL = List.of(
            new RareWord("heisenbug", 5),
            new RareWord("quiesced", 1),
            new RareWord("wyvern", 2),
            new RareWord("kerfuffle", 5),
            new RareWord("backpressure", 10),
            new RareWord("tombstone", 20));

    /** Returns the numbers of the objects that contain the word, unordered. */
    int[] objects(LogOptions options) {
        int count = Math.max(1, options.objects() * perMille / 1000);
        SplittableRandom random = new SplittableRandom(SeededHash.hash(options.seed(), word.hashCode()));
        return IntStream.generate(() -> random.nextInt(options.objects()))
                .distinct()
                .limit(count)
                .toArray();
    }
}
