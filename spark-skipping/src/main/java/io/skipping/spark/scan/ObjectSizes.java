// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.scan;

import io.airlift.slice.SizeOf;
import java.util.List;

/** Sets up what measures objects in memory, which would else be a part of the first lookup of a driver, and take most of its time. */
final class ObjectSizes {
    /** To know sizes to the byte, the library starts processes that attach to this one, and most virtual machines refuse that. */
    private static final List<String> ATTACHING = List.of("jol.skipDynamicAttach", "jol.skipHotspotSAAttach");

    private ObjectSizes() {}

    static void prepare() {
        List<String> set = ATTACHING.stream()
                .filter(property -> System.getProperty(property) == null)
                .toList();
        set.forEach(property -> System.setProperty(property, "true"));
        try {
            SizeOf.instanceSize(Object.class);
        } finally {
            // the library has read them, and another copy of it in this process is none of our business
            set.forEach(System::clearProperty);
        }
    }
}
