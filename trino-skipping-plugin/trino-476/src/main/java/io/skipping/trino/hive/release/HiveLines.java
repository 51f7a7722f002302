// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.release;

import io.trino.filesystem.Location;
import io.trino.hive.formats.line.LineBuffer;
import io.trino.hive.formats.line.LineDeserializer;
import io.trino.hive.formats.line.LineReader;
import io.trino.plugin.hive.line.LinePageSource;

/** Decodes lines as Hive does. */
public final class HiveLines {
    private HiveLines() {}

    public static LinePageSource source(
            LineReader lines, LineDeserializer decoder, LineBuffer buffer, Location location) {
        return new LinePageSource(lines, decoder, buffer, location);
    }
}
