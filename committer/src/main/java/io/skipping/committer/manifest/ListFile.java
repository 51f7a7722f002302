// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer.manifest;

/**
 * Describes a file beside the manifest that holds further lines of it.
 *
 * @param name the name of the file in the manifest's folder
 * @param generation the generation of those lines that state none: they were written before it was known which
 *     generation would publish them
 * @param bytes the size of the file, which is compressed
 * @param crc32c the checksum of its bytes, 8 hex digits
 * @param lines how many lines it has
 */
public record ListFile(String name, long generation, long bytes, String crc32c, long lines) {
    /** Returns a description of the same file with another generation. */
    public ListFile at(long generation) {
        return new ListFile(name, generation, bytes, crc32c, lines);
    }
}
