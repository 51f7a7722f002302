// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.logs;

import io.skipping.testing.meters.park.SeededHash;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/** Generates the lines of one object. */
final class LogObject {
    private static final LocalDateTime BEGIN = LocalDateTime.of(2026, 1, 15, 0, 0);
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.SSS", Locale.ROOT);
    private static final int SECONDS_AN_OBJECT = 60;

    private static final List<String> LEVELS =
            List.of("INFO", "INFO", "INFO", "INFO", "DEBUG", "DEBUG", "WARN", "ERROR");
    private static final List<String> AREAS = List.of("orders", "items", "users", "search", "cart", "images", "login");
    private static final List<String> SYSTEMS = List.of(
            "Windows NT 10.0; Win64; x64",
            "Macintosh; Intel Mac OS X 10_15_7",
            "X11; Linux x86_64",
            "Linux; Android 14");
    private static final int HOSTS = 40;
    private static final int SHORTEST_MESSAGE = 5;
    private static final int LONGEST_MESSAGE = 12;
    private static final int ONE_IN_LINES_WITH_REQUEST = 4;
    private static final int ONE_IN_LINES_WITH_DURATION = 3;

    private final LogOptions options;
    private final Vocabulary vocabulary;
    private final int object;
    private final List<String> rareWords;
    private final SplittableRandom random;

    /** @param rareWords words that the object contains, each in one line */
    LogObject(LogOptions options, Vocabulary vocabulary, int object, List<String> rareWords) {
        this.options = options;
        this.vocabulary = vocabulary;
        this.object = object;
        this.rareWords = rareWords;
        this.random = new SplittableRandom(SeededHash.hash(options.seed(), object));
    }

    String text() {
        StringBuilder text = new StringBuilder();
        List<String> left = new ArrayList<>(rareWords);
        while (text.length() < options.bytes() || !left.isEmpty()) {
            double part = Math.min((double) text.length() / options.bytes(), 1);
            text.append(TIME.format(BEGIN.plusNanos((long) ((object + part) * SECONDS_AN_OBJECT * 1e9))));
            text.append('|').append(pick(LEVELS)).append("|web-%03d|".formatted(random.nextInt(HOSTS)));
            appendPath(text);
            appendAgent(text.append('|'));
            // behind the middle, where text has room left
            boolean rare = !left.isEmpty() && part > 0.5;
            appendMessage(text.append('|'), rare ? List.of(left.removeFirst()) : List.of());
            text.append('\n');
        }
        return text.toString();
    }

    private void appendPath(StringBuilder text) {
        text.append("/api/v").append(1 + random.nextInt(3)).append('/').append(pick(AREAS));
        text.append('/').append(100_000 + random.nextInt(900_000));
        if (random.nextBoolean()) {
            text.append("?page=").append(1 + random.nextInt(50));
        }
    }

    private void appendAgent(StringBuilder text) {
        int version = 118 + random.nextInt(14);
        text.append("Mozilla/5.0 (").append(pick(SYSTEMS)).append(") ");
        if (random.nextInt(4) == 0) {
            text.append("Gecko/20100101 Firefox/").append(version).append(".0");
        } else {
            text.append("AppleWebKit/537.36 (KHTML, like Gecko) Chrome/")
                    .append(version)
                    .append(".0.0.0 Safari/537.36");
        }
    }

    private void appendMessage(StringBuilder text, List<String> rare) {
        int words = SHORTEST_MESSAGE + random.nextInt(LONGEST_MESSAGE - SHORTEST_MESSAGE + 1);
        for (int word = 0; word < words; word++) {
            text.append(vocabulary.next(random)).append(' ');
        }
        rare.forEach(word -> text.append(word).append(' '));
        text.append(vocabulary.next(random));
        if (random.nextInt(ONE_IN_LINES_WITH_REQUEST) == 0) {
            text.append(" request=").append("%08x".formatted(random.nextInt()));
        }
        if (random.nextInt(ONE_IN_LINES_WITH_DURATION) == 0) {
            text.append(" took ").append(random.nextInt(1, 2000)).append(" ms");
        }
    }

    private <T> T pick(List<T> values) {
        return values.get(random.nextInt(values.size()));
    }
}
