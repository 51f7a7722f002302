// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.store;

import static com.google.common.base.Preconditions.checkArgument;
import static java.util.Objects.requireNonNull;

/**
 * Names a file or a folder for a {@link FileStore}. The text consists of names separated by slashes, of which only the
 * last two are interpreted.
 *
 * @param text such as {@code s3://bucket/indexes/manifests}
 */
public record FileLocation(String text) {
    public FileLocation {
        requireNonNull(text, "text is null");
    }

    /**
     * Returns a location in this folder.
     *
     * @param name may contain slashes, but not begin with one
     */
    public FileLocation resolve(String name) {
        checkArgument(!name.isEmpty() && !name.startsWith("/"), "not a name in a folder: '%s'", name);
        return new FileLocation(text.endsWith("/") ? text + name : text + "/" + name);
    }

    /** Returns this folder with a slash at its end, so that a listing by this prefix does not include other folders. */
    public FileLocation asFolder() {
        return text.endsWith("/") ? this : new FileLocation(text + "/");
    }

    /** Returns the part after the last slash. */
    public String name() {
        return text.substring(text.lastIndexOf('/') + 1);
    }

    /** Returns the name of the folder that contains the file. */
    public String folderName() {
        int end = text.lastIndexOf('/');
        return end < 0 ? "" : text.substring(text.lastIndexOf('/', end - 1) + 1, end);
    }

    @Override
    public String toString() {
        return text;
    }
}
