// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer.store;

import io.skipping.committer.data.Locations;
import io.skipping.committer.name.AttemptNames;
import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** Checks the base names of output: an object counts only if it is in its job's destination, and in no hidden folder. */
public final class OutputNames {
    private OutputNames() {}

    /**
     * Checks that objects with a base name can count.
     *
     * @param destination qualified by its file system
     * @param base relative to the destination, or a location in it
     * @return the path of the base name within the destination, which differs from it in {@code ..}, in doubled slashes,
     *     and if the base name is a location
     * @throws IOException if the base name leads out of the destination, or into a hidden folder of it
     */
    public static String check(Path destination, String base, Configuration configuration) throws IOException {
        Path resolved = HadoopPaths.qualified(
                new Path(destination, base), destination.getFileSystem(configuration), configuration);
        Optional<String> relative = Locations.relative(Locations.asFolder(destination.toString()), resolved.toString());
        if (relative.isEmpty()) {
            throw new IOException(
                    "'%s' can't be the base name of output: it leads out of the destination, %s, and no reader looks for objects of the job elsewhere. Choose a path within it, such as 'folder/part'"
                            .formatted(base, destination));
        }
        if (!AttemptNames.isData(relative.get())) {
            throw new IOException(
                    "'%s' can't be the base name of output: readers ignore folders of %s whose names start with '_' or '.'. Choose a folder with another name"
                            .formatted(base, destination));
        }
        return relative.get();
    }
}
