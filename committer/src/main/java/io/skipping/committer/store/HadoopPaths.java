// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer.store;

import io.skipping.committer.data.Locations;
import java.net.URI;
import java.util.Objects;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Asks about Hadoop's paths what {@link Locations} answers about locations, and spells those of one file system alike. */
public final class HadoopPaths {
    private HadoopPaths() {}

    /**
     * Returns a path with the scheme and the host of its file system. Hadoop's old API and Spark's RDDs keep {@code hdfs:///t} as it is, while
     * listings have the host.
     *
     * @return the path as it is if it is of another file system
     */
    public static Path qualified(Path path, FileSystem fileSystem, Configuration configuration) {
        URI own = fileSystem.getUri();
        URI uri = path.toUri();
        if (uri.getScheme() == null) {
            return fileSystem.makeQualified(path);
        }
        if (uri.getAuthority() != null || own.getAuthority() == null) {
            return isSame(uri, own) ? fileSystem.makeQualified(path) : path;
        }
        // without a host, a path is of the default file system
        return uri.getScheme().equalsIgnoreCase(own.getScheme()) && isSame(FileSystem.getDefaultUri(configuration), own)
                ? path.makeQualified(own, fileSystem.getWorkingDirectory())
                : path;
    }

    private static boolean isSame(URI one, URI other) {
        return other.getScheme().equalsIgnoreCase(one.getScheme())
                && Objects.toString(other.getAuthority(), "")
                        .equalsIgnoreCase(Objects.toString(one.getAuthority(), ""));
    }

    /** Returns the folder of a table, of which a folder may be that of a partition. */
    public static Path withoutPartitions(Path folder) {
        String location = Locations.asFolder(folder.toString());
        String table = Locations.withoutPartitions(location);
        return table.equals(location) ? folder : new Path(table);
    }
}
