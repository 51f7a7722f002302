// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.conventions;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.classfile.Annotation;
import java.lang.classfile.AnnotationElement;
import java.lang.classfile.AnnotationValue;
import java.lang.classfile.ClassModel;
import java.lang.classfile.constantpool.ClassEntry;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.Test;

/**
 * Keeps {@code bin/test --fast} fast and complete: the tests that it leaves out are those in the group {@value #GROUP}, and a
 * class is in that group exactly if it can start a server, by itself or through a base class or helper among the tests.
 *
 * <p>Looks at the classes of all modules that are compiled.
 */
public class TestServersGroup {
    private static final String GROUP = "servers";

    /** Lists what starts a server, in this process or in one of its own. A helper among the tests that uses one of these needs no line here. */
    private static final Set<String> STARTERS = Set.of(
            "com/sun/net/httpserver/SimpleFileServer",
            // runs Maven, which takes as long as a server
            "io/skipping/conventions/ReleaseBuild",
            "io/skipping/demo/Demo",
            "io/skipping/search/local/LocalSearchEngine",
            "io/skipping/testing/lake/LocalLake",
            "io/skipping/testing/s3/LocalS3",
            "io/skipping/testing/trino/LocalTrino",
            "io/skipping/trino/TestingS3",
            "io/trino/server/testing/TestingTrinoServer",
            "io/trino/testing/DistributedQueryRunner",
            "io/trino/testing/StandaloneQueryRunner",
            "kafka/server/KafkaRaftServer",
            "org/apache/hadoop/hdfs/MiniDFSCluster",
            "org/apache/hadoop/yarn/server/MiniYARNCluster",
            "org/apache/spark/SparkContext",
            "org/apache/spark/sql/SparkSession",
            "org/gaul/s3proxy/S3Proxy");

    private CompiledTests classes;

    @BeforeClass
    public void readClasses() throws IOException {
        classes = CompiledTests.read();
    }

    @Test
    public void testClassesThatStartServersAreInTheGroup() {
        List<String> forgotten = new ArrayList<>();
        for (ClassModel each : classes.all()) {
            if (classes.hasTests(each) && !isInGroup(each)) {
                pathToServer(each)
                        .ifPresent(path ->
                                forgotten.add("%s starts a server (%s): annotate the class with @Test(groups = \"%s\")"
                                        .formatted(each.thisClass().asInternalName(), path, GROUP)));
            }
        }
        assertThat(forgotten).isEmpty();
    }

    @Test
    public void testClassesInTheGroupStartServers() {
        List<String> needless = classes.all().stream()
                .filter(each -> classes.hasTests(each) && isInGroup(each))
                .filter(each -> pathToServer(each).isEmpty())
                .map(each -> each.thisClass().asInternalName())
                .toList();
        assertThat(needless)
                .as("classes in group %s that start no server that STARTERS knows of", GROUP)
                .isEmpty();
    }

    /** Of the annotations of a class and those that it extends, TestNG looks at the nearest alone. */
    private boolean isInGroup(ClassModel type) {
        return classes.ancestry(type)
                .map(CompiledTests::testAnnotation)
                .flatMap(Optional::stream)
                .findFirst()
                .map(TestServersGroup::namesGroup)
                .orElse(false);
    }

    private static boolean namesGroup(Annotation test) {
        return test.elements().stream()
                .filter(element -> element.name().equalsString("groups"))
                .map(AnnotationElement::value)
                .flatMap(value ->
                        value instanceof AnnotationValue.OfArray groups ? groups.values().stream() : Stream.of(value))
                .anyMatch(value -> value instanceof AnnotationValue.OfString group
                        && group.stringValue().equals(GROUP));
    }

    /** How a class of tests comes to what starts a server, through other classes of tests. */
    private Optional<String> pathToServer(ClassModel from) {
        Deque<List<String>> paths = new ArrayDeque<>();
        paths.add(List.of(from.thisClass().asInternalName()));
        Set<String> seen = new HashSet<>(paths.getFirst());
        while (!paths.isEmpty()) {
            List<String> path = paths.remove();
            for (String next : references(path.getLast())) {
                List<String> longer =
                        Stream.concat(path.stream(), Stream.of(next)).toList();
                if (STARTERS.contains(next)) {
                    return Optional.of(longer.stream()
                            .map(name -> name.substring(name.lastIndexOf('/') + 1))
                            .collect(joining(" -> ")));
                }
                if (classes.contains(next) && seen.add(next)) {
                    paths.add(longer);
                }
            }
        }
        return Optional.empty();
    }

    private final Map<String, List<String>> references = new HashMap<>();

    private List<String> references(String name) {
        return references.computeIfAbsent(
                name,
                _ -> StreamSupport.stream(classes.get(name).constantPool().spliterator(), false)
                        .filter(ClassEntry.class::isInstance)
                        .map(entry -> ((ClassEntry) entry).asInternalName())
                        .toList());
    }
}
