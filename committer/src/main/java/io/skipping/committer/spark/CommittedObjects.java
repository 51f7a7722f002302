// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer.spark;

import java.io.Serializable;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Reports the names of a committed attempt's objects to the driver. It consists of arrays and is not a record, because
 * Spark may send it by Kryo. Spark's release of Kryo can create neither records nor the JDK's immutable lists.
 */
final class CommittedObjects implements Serializable {
    private final String[] paths;
    private final String[] foldersElsewhere;
    private final String[] namesElsewhere;

    /** Describes an object of a partition with its own location. */
    record ObjectElsewhere(String folder, String name) {}

    /**
     * @param paths relative to the destination
     * @param elsewhere objects in folders outside the destination
     */
    CommittedObjects(List<String> paths, List<ObjectElsewhere> elsewhere) {
        this.paths = paths.toArray(String[]::new);
        this.foldersElsewhere = elsewhere.stream().map(ObjectElsewhere::folder).toArray(String[]::new);
        this.namesElsewhere = elsewhere.stream().map(ObjectElsewhere::name).toArray(String[]::new);
    }

    List<String> paths() {
        return List.of(paths);
    }

    List<ObjectElsewhere> elsewhere() {
        return IntStream.range(0, namesElsewhere.length)
                .mapToObj(i -> new ObjectElsewhere(foldersElsewhere[i], namesElsewhere[i]))
                .toList();
    }
}
