// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.catalyst;

import java.util.List;
import java.util.Map;
import org.apache.spark.api.python.PythonUtils;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;

/** Converts collections of Java. */
public final class ScalaCollections {
    private ScalaCollections() {}

    /** Converts a list to an immutable sequence. */
    public static <T> Seq<T> seq(List<T> elements) {
        return CollectionConverters.asScala(elements).toSeq();
    }

    /** Converts a map by a method of Spark; those of Scala differ between 2.12 and 2.13. */
    public static <K, V> scala.collection.immutable.Map<K, V> map(Map<K, V> map) {
        return PythonUtils.toScalaMap(map);
    }
}
