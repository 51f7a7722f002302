// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer.manifest;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.regex.Pattern;

/**
 * Tells a manifest, also a damaged one, from what others write under its name: to take somebody else's file for a damaged manifest would
 * fail each query, and to take a damaged manifest for somebody else's file would count what does not count.
 */
final class ManifestMark {
    /** A mark further in is not looked for, so that a foreign file of any size costs no more than this. */
    static final int SEARCHED_BYTES = 1 << 20;

    /** Is what manifests have begun with since they have a checksum; earlier ones have the mark within their first lines. */
    private static final String HEAD = "{\n  \"committer\" : \"%s\"".formatted(SuccessData.COMMITTER);

    /** Says how many characters of that no other program's file consists of as a whole. */
    private static final int LEAST_HEAD = "{\n  \"c".length();

    /** Either will do: when one of them is damaged, the other is left. */
    private static final Pattern MARK = Pattern.compile("\"committer\"\\s*+:\\s*+\"%s\"|\"format\"\\s*+:\\s*+\"%s\""
            .formatted(SuccessData.COMMITTER, ManifestCodec.FORMAT));

    private ManifestMark() {}

    /** @param start of the file, or all of it */
    static boolean isIn(byte[] start) {
        // in this encoding a byte is a character
        String text = new String(start, ISO_8859_1);
        return MARK.matcher(text).find() || text.length() >= LEAST_HEAD && HEAD.startsWith(text);
    }
}
