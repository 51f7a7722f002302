// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.store;

import static com.google.common.base.Preconditions.checkArgument;
import static java.util.Objects.requireNonNull;

/**
 * Names a file or a folder as a {@link FileStore} writes it: names with slashes between them, of which nothing but the last is
 * looked at.
 *
 * @param text such as {@code s3://bucket/indexes/manifests}
 */
public record FileLocation(String text) {
    public FileLocation {
        requireNonNull(text, "text is null");
    }

    /** Returns what is in this folder under a name, which may have slashes itself. */
    public FileLocation resolve(String name) {
        checkArgument(!name.isEmpty() && !name.startsWith("/"), "not a name in a folder: '%s'", name);
        return new FileLocation(text.endsWith("/") ? text + name : text + "/" + name);
    }

    /** Returns this folder with a slash at its end: what is listed below it then has no other folder's name for a prefix. */
    public FileLocation asFolder() {
        return text.endsWith("/") ? this : new FileLocation(text + "/");
    }

    /** Returns what is behind the last slash. */
    public String name() {
        return text.substring(text.lastIndexOf('/') + 1);
    }

    /** Returns the name of the folder that a file is in. */
    public String folderName() {
        int end = text.lastIndexOf('/');
        return end < 0 ? "" : text.substring(text.lastIndexOf('/', end - 1) + 1, end);
    }

    @Override
    public String toString() {
        return text;
    }
}
