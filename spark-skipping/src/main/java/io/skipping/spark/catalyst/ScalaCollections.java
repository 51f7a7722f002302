// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.format;

import java.util.Map;
import org.apache.spark.api.python.PythonUtils;

/** Converts maps of Java. Spark has a method for it; those of Scala differ between 2.12 and 2.13. */
public final class ScalaMaps {
    private ScalaMaps() {}

    public static <K, V> scala.collection.immutable.Map<K, V> of(Map<K, V> map) {
        return PythonUtils.toScalaMap(map);
    }
}
