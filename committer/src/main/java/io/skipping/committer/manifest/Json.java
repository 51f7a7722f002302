// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer.manifest;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.core.util.MinimalPrettyPrinter;
import java.io.IOException;
import java.io.OutputStream;

/**
 * Creates JSON streams. Only the streaming API is used, because Hadoop, Spark and Trino each bring their own Jackson,
 * and its core is what they have in common.
 */
final class Json {
    static final JsonFactory FACTORY = new JsonFactory().disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);

    private Json() {}

    /** Creates a generator that writes one list element per line, for people. */
    static JsonGenerator readable(OutputStream out) throws IOException {
        DefaultPrettyPrinter printer = new DefaultPrettyPrinter()
                .withObjectIndenter(new OuterIndenter())
                .withArrayIndenter(new DefaultIndenter("  ", "\n"));
        return FACTORY.createGenerator(out).setPrettyPrinter(printer);
    }

    /** Creates a generator that writes one value per line. */
    static JsonGenerator lines(OutputStream out) throws IOException {
        return FACTORY.createGenerator(out).setPrettyPrinter(new MinimalPrettyPrinter("\n"));
    }

    /** Starts new lines only for fields of the outermost objects. */
    private static final class OuterIndenter implements DefaultPrettyPrinter.Indenter {
        private static final int LEVELS = 2;

        private final DefaultIndenter newLine = new DefaultIndenter("  ", "\n");

        @Override
        public void writeIndentation(JsonGenerator json, int level) throws IOException {
            // the end of an object is written one level further out than its fields
            if (level <= LEVELS) {
                newLine.writeIndentation(json, level);
            } else {
                json.writeRaw(' ');
            }
        }

        @Override
        public boolean isInline() {
            return false;
        }
    }
}
