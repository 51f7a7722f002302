// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer.manifest;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.CharConversionException;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.HexFormat;
import java.util.Optional;
import java.util.zip.CRC32C;
import java.util.zip.CheckedInputStream;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/** Reads the lines of list files. */
public final class ListReader {
    private ListReader() {}

    /**
     * Reads all lines and closes the stream. The lines are valid only if this method returns: only the end of the file
     * shows that it is complete.
     *
     * @throws ManifestFormatException if the file is damaged
     */
    public static void read(ListFile file, InputStream in, LineConsumer consumer) throws IOException {
        CRC32C checksum = new CRC32C();
        long lines = 0;
        try (CheckedInputStream checked = new CheckedInputStream(in, checksum)) {
            try (JsonParser json = Json.FACTORY.createParser(new ShortLines(new GZIPInputStream(checked, 64 << 10)))) {
                json.disable(JsonParser.Feature.AUTO_CLOSE_SOURCE);
                while (json.nextToken() != null) {
                    if (json.currentToken() != JsonToken.START_OBJECT) {
                        throw new ManifestFormatException(
                                "it has %s where a line should start".formatted(json.currentToken()));
                    }
                    Optional<Line> line = LineCodec.read(json, file.generation());
                    lines++;
                    if (lines > file.lines()) {
                        throw new ManifestFormatException("it has more than %,d lines".formatted(file.lines()));
                    }
                    if (line.isPresent()) {
                        consumer.accept(line.get());
                    }
                }
                checked.transferTo(OutputStream.nullOutputStream());
            } catch (ManifestFormatException
                    | JacksonException
                    | ZipException
                    | EOFException
                    | CharConversionException e) {
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

    /** Refuses lines that are too long to be genuine, before a parser loads one into memory. */
    private static final class ShortLines extends FilterInputStream {
        /** The maximum line length. The longest path of any store is half as long with every character escaped. */
        private static final int LONGEST = 128 << 10;

        private int length;

        ShortLines(InputStream in) {
            super(in);
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
        }

        @Override
        public int read(byte[] buffer, int offset, int count) throws IOException {
            int read = super.read(buffer, offset, count);
            for (int at = offset; at < offset + read; at++) {
                length = buffer[at] == '\n' ? 0 : length + 1;
                if (length > LONGEST) {
                    throw new ZipException("a line is longer than %,d bytes".formatted(LONGEST));
                }
            }
            return read;
        }
    }

    static String hex(CRC32C checksum) {
        return HexFormat.of().toHexDigits((int) checksum.getValue());
    }

    private static IOException damaged(ListFile file, String why, Throwable cause) {
        return new ManifestFormatException(
                "The list %s of the manifest is damaged: %s".formatted(file.name(), why), cause);
    }
}
