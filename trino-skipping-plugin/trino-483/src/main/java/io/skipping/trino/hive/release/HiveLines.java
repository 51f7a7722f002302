// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.release;

import io.trino.filesystem.Location;
import io.trino.filesystem.TrinoFileSystem;
import io.trino.filesystem.TrinoInputFile;
import io.trino.hive.formats.line.LineBuffer;
import io.trino.hive.formats.line.LineDeserializer;
import io.trino.hive.formats.line.LineDeserializerFactory;
import io.trino.hive.formats.line.LineReader;
import io.trino.hive.formats.line.csv.CsvDeserializerFactory;
import io.trino.hive.formats.line.simple.SimpleDeserializerFactory;
import io.trino.plugin.hive.line.LinePageSource;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.List;

/** Decodes lines as Hive does. */
public final class HiveLines {
    /** Text that the reader of this project reads: of JSON and text by regular expressions it gains nothing over this release's own. */
    public static final List<LineDeserializerFactory> DECODERS =
            List.of(new SimpleDeserializerFactory(), new CsvDeserializerFactory());

    /** Invalid UTF-8 is replaced in lines of CSV with a quote or an escape, and left as it is in others. */
    public static final boolean REPLACES_WRONG_CSV = false;

    /** The property {@code extended_boolean_literal} of a table of text has an effect. */
    public static final boolean READS_EXTENDED_BOOLEANS = true;

    private HiveLines() {}

    public static LinePageSource source(
            LineReader lines, LineDeserializer decoder, LineBuffer buffer, Location location) {
        return new LinePageSource(lines, decoder, buffer, location, 0);
    }

    /**
     * Returns an object as the stock reader of text opens it, for which an object that has become shorter ends earlier, or
     * cannot be read.
     *
     * @param size bytes of the object as it was listed
     * @param modifiedMillis when that was last modified
     */
    public static TrinoInputFile file(TrinoFileSystem fileSystem, Location location, long size, long modifiedMillis) {
        return fileSystem.newInputFile(location, size, Instant.ofEpochMilli(modifiedMillis));
    }

    /**
     * Opens the text of an object. As the stock reader does, it fails where an object ends before a split of it begins, or
     * has no bytes though it was listed as compressed text.
     */
    public static InputStream stream(TrinoInputFile object, boolean isCompressed) throws IOException {
        return new FilterInputStream(object.newStream()) {
            private boolean begun;

            @Override
            public void skipNBytes(long length) throws IOException {
                try {
                    in.skipNBytes(length);
                } catch (EOFException e) {
                    throw shorter(e);
                }
            }

            @Override
            public int read(byte[] target, int offset, int length) throws IOException {
                int read = in.read(target, offset, length);
                if (isCompressed && !begun && read < 0) {
                    throw shorter(null);
                }
                begun = true;
                return read;
            }

            private IOException shorter(Throwable cause) {
                return new IOException("The object is shorter than when it was listed", cause);
            }
        };
    }
}
