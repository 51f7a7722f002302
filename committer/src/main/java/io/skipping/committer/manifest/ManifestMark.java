// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer.manifest;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.regex.Pattern;

/**
 * Tells manifests, even damaged ones, from files that other programs write under the same name. If another program's
 * file were mistaken for a damaged manifest, every query would fail. If a damaged manifest were mistaken for another
 * program's file, objects that do not count would be read.
 */
final class ManifestMark {
    /** The number of bytes searched for the mark, so that a foreign file of any size costs no more than this. */
    static final int SEARCHED_BYTES = 1 << 20;

    /** The start of manifests that have a checksum. Earlier ones have the mark within their first lines. */
    private static final String HEAD = "{\n  \"committer\" : \"%s\"".formatted(SuccessData.COMMITTER);

    /**
     * The number of characters of the head that are needed to recognise a truncated file. No other program writes a
     * file that consists of them alone.
     */
    private static final int LEAST_HEAD = "{\n  \"c".length();

    /** Either alternative suffices: if one of them is damaged, the other remains. */
    private static final Pattern MARK = Pattern.compile("\"committer\"\\s*+:\\s*+\"%s\"|\"format\"\\s*+:\\s*+\"%s\""
            .formatted(SuccessData.COMMITTER, ManifestCodec.FORMAT));

    private ManifestMark() {}

    /**
     * Returns whether the file is a manifest, even a damaged one.
     *
     * @param start the start of the file, or all of it
     */
    static boolean isIn(byte[] start) {
        // in this encoding, each byte is one character
        String text = new String(start, ISO_8859_1);
        return MARK.matcher(text).find() || text.length() >= LEAST_HEAD && HEAD.startsWith(text);
    }
}
