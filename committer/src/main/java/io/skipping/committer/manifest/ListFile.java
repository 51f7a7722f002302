// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer.manifest;

/**
 * Names a file beside the manifest that holds further lines of it.
 *
 * @param generation the generation of those lines that state none: they were written before it was known which
 *     generation would publish them
 * @param bytes the size of the file
 * @param crc32c the checksum of its bytes, 8 hex digits
 */
public record ListFile(String name, long generation, long bytes, String crc32c, long lines) {
    public ListFile at(long generation) {
        return new ListFile(name, generation, bytes, crc32c, lines);
    }
}
