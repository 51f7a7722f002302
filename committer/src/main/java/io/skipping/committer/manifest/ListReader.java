// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer.manifest;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Optional;
import java.util.zip.CRC32C;
import java.util.zip.CheckedInputStream;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/** Reads lines of list files. */
public final class ListReader {
    private ListReader() {}

    /**
     * Reads all lines; closes the stream. What the consumer was given is true only if this returns: that the file is whole is known
     * at its end.
     */
    public static void read(ListFile file, InputStream in, LineConsumer consumer) throws IOException {
        CRC32C checksum = new CRC32C();
        long lines = 0;
        try (CheckedInputStream checked = new CheckedInputStream(in, checksum)) {
            try (JsonParser json = Json.FACTORY.createParser(new GZIPInputStream(checked, 64 << 10))) {
                json.disable(JsonParser.Feature.AUTO_CLOSE_SOURCE);
                while (json.nextToken() != null) {
                    if (json.currentToken() != JsonToken.START_OBJECT) {
                        throw damaged(file, "%s where a line should start".formatted(json.currentToken()), null);
                    }
                    Optional<Line> line = LineCodec.read(json, file.generation());
                    lines++;
                    if (line.isPresent()) {
                        consumer.accept(line.get());
                    }
                }
                checked.transferTo(OutputStream.nullOutputStream());
            } catch (JacksonException | ZipException | EOFException e) {
                throw damaged(file, e.getMessage(), e);
            }
        }
        if (lines != file.lines()) {
            throw damaged(file, "it has %,d lines instead of %,d".formatted(lines, file.lines()), null);
        }
        if (!hex(checksum).equals(file.crc32c())) {
            throw damaged(file, "its checksum is %s instead of %s".formatted(hex(checksum), file.crc32c()), null);
        }
    }

    static String hex(CRC32C checksum) {
        return "%08x".formatted(checksum.getValue());
    }

    private static IOException damaged(ListFile file, String why, Throwable cause) {
        return new ManifestFormatException(
                "The list %s of the manifest is damaged: %s".formatted(file.name(), why), cause);
    }
}
