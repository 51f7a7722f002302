// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.snapshot;

import com.google.common.collect.ImmutableList;
import io.skipping.index.LiveObject;
import java.util.List;

/**
 * Some of many objects.
 *
 * @param objects those picked
 * @param bytes of all objects, picked or not
 */
public record ObjectSample(List<LiveObject> objects, long bytes) {
    public ObjectSample {
        objects = ImmutableList.copyOf(objects);
    }
}
