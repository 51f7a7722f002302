// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.logs;

import io.skipping.testing.meters.sink.ObjectSink;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Generates a table of log lines in text objects, ordered by time: {@code time|level|host|path|agent|message}.
 *
 * <p>A line has about 270 bytes; the message takes a quarter of them.
 */
public final class LogLines {
    private LogLines() {}

    /** Writes the objects {@code logs-<number>.txt} and returns their total size in bytes. */
    public static long generate(LogOptions options, ObjectSink sink) throws IOException {
        Vocabulary vocabulary = new Vocabulary(options.seed());
        long bytes = 0;
        for (int object = 0; object < options.objects(); object++) {
            byte[] content = content(options, vocabulary, object);
            sink.write("logs-%05d.txt".formatted(object), out -> out.write(content));
            bytes += content.length;
        }
        return bytes;
    }

    static byte[] content(LogOptions options, Vocabulary vocabulary, int object) {
        List<String> rare = RareWord.ALL.stream()
                .filter(word -> IntStream.of(word.objects(options)).anyMatch(having -> having == object))
                .map(RareWord::word)
                .toList();
        return new LogObject(options, vocabulary, object, rare).text().getBytes(StandardCharsets.UTF_8);
    }

    /** Returns the words that appear in a few objects only. */
    public static List<RareWord> rareWords() {
        return RareWord.ALL;
    }

    /**
     * Returns the message word at a position in the order of frequency.
     *
     * @param part the fraction of all words that are more frequent, from 0 (inclusive) to 1 (exclusive)
     */
    public static String word(LogOptions options, double part) {
        Vocabulary vocabulary = new Vocabulary(options.seed());
        return vocabulary.word((int) (part * vocabulary.size()));
    }

    /** Returns the {@code CREATE TABLE} statement for a table of the fields, or of whole lines. */
    public static String createTable(String table, boolean lines, String location) {
        String columns = lines
                ? "line varchar"
                : "at timestamp(3), level varchar, host varchar, path varchar, agent varchar, message varchar";
        // with a delimiter that no line contains, the only column is the whole line
        String separator = lines ? "" : ", textfile_field_separator = '|'";
        return "CREATE TABLE %s (%s) WITH (format = 'TEXTFILE', external_location = '%s'%s)"
                .formatted(table, columns, location, separator);
    }
}
