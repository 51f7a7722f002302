// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer.manifest;

/**
 * Names a file beside the manifest with further lines of it.
 *
 * @param generation of those of its lines that say none: they were written before it was known which one would be published
 * @param bytes size of the file
 * @param crc32c of its bytes, 8 hex digits
 */
public record ListFile(String name, long generation, long bytes, String crc32c, long lines) {
    public ListFile at(long generation) {
        return new ListFile(name, generation, bytes, crc32c, lines);
    }
}
