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
import io.trino.hive.formats.line.json.JsonDeserializerFactory;
import io.trino.hive.formats.line.openxjson.OpenXJsonDeserializerFactory;
import io.trino.hive.formats.line.regex.RegexDeserializerFactory;
import io.trino.hive.formats.line.simple.SimpleDeserializerFactory;
import io.trino.plugin.hive.line.LinePageSource;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;

/** Decodes lines as Hive does. */
public final class HiveLines {
    /** Text that the reader of this project reads. */
    public static final List<LineDeserializerFactory> DECODERS = List.of(
            new SimpleDeserializerFactory(),
            new CsvDeserializerFactory(),
            new JsonDeserializerFactory(),
            new OpenXJsonDeserializerFactory(),
            new RegexDeserializerFactory());

    /** Invalid UTF-8 is replaced in all lines of CSV. */
    public static final boolean REPLACES_WRONG_CSV = true;

    /** The property {@code extended_boolean_literal} of a table of text has no effect. */
    public static final boolean READS_EXTENDED_BOOLEANS = false;

    private HiveLines() {}

    public static LinePageSource source(
            LineReader lines, LineDeserializer decoder, LineBuffer buffer, Location location) {
        return new LinePageSource(lines, decoder, buffer, location);
    }

    /**
     * Returns an object as the stock reader of text opens it, for which an object that has become shorter ends earlier, or
     * cannot be read.
     *
     * @param size bytes of the object as it was listed
     * @param modifiedMillis when that was last modified
     */
    public static TrinoInputFile file(TrinoFileSystem fileSystem, Location location, long size, long modifiedMillis) {
        return fileSystem.newInputFile(location);
    }

    /** Opens the text of an object. As the stock reader does, it takes an object that has become shorter as it is. */
    public static InputStream stream(TrinoInputFile object, boolean isCompressed) throws IOException {
        return object.newStream();
    }
}
