// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer.spark;

import java.io.Serializable;
import java.util.List;

/**
 * What a committed attempt tells the driver: names of its objects.
 *
 * @param paths relative to the destination
 * @param elsewhere in folders that are not in the destination
 */
record CommittedObjects(List<String> paths, List<ObjectElsewhere> elsewhere) implements Serializable {
    /** An object of a partition that has a location of its own. */
    record ObjectElsewhere(String folder, String name) implements Serializable {}

    CommittedObjects {
        paths = List.copyOf(paths);
        elsewhere = List.copyOf(elsewhere);
    }
}
