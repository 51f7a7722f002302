// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.scala212;

import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import scala.collection.JavaConverters;
import scala.collection.Seq;
import scala.collection.mutable.Buffer;

/** Stands for {@code scala.jdk.javaapi.CollectionConverters}, with those of its methods that the adapter and its tests call. */
public final class CollectionConverters {
    private CollectionConverters() {}

    public static <A> List<A> asJava(Seq<A> elements) {
        return JavaConverters.seqAsJavaList(elements);
    }

    public static <A> Set<A> asJava(scala.collection.Set<A> elements) {
        return JavaConverters.setAsJavaSet(elements);
    }

    public static <K, V> Map<K, V> asJava(scala.collection.Map<K, V> map) {
        return JavaConverters.mapAsJavaMap(map);
    }

    public static <A> Buffer<A> asScala(List<A> elements) {
        return JavaConverters.asScalaBuffer(elements);
    }

    public static <A> scala.collection.Iterator<A> asScala(Iterator<A> elements) {
        return JavaConverters.asScalaIterator(elements);
    }
}
