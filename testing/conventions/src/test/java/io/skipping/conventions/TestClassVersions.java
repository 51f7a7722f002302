// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.conventions;

import static org.assertj.core.api.Assertions.assertThat;

import io.skipping.testing.folder.Checkout;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.testng.SkipException;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/**
 * Tests that what users get can be loaded by the oldest Java that docs/compatibility.md names for it. A library in the
 * version that a newer Trino has may need a newer Java, and the compiler does not tell.
 */
public class TestClassVersions {
    private static final int JAVA_8 = 52;
    private static final int JAVA_17 = 61;
    private static final int JAVA_24 = 68;

    /** Classes of Trino's JDBC driver for compressed results, which need Java 22. It has others for older ones. */
    private static final String OF_NEWER_JAVA = "io/trino/jdbc/$internal/airlift/compress/v3/";

    /**
     * Engines that run on Java 17 use these libraries, with the versions of their dependencies that Trino 476 has. The check
     * of Parquet needs nothing beside what the index needs, except the engine's own reader of footers.
     */
    @Test
    public void testTheIndexLibrariesAndWhatTheyNeedRunOnJava17() throws IOException {
        Path module = Checkout.root().resolve("search-index").resolve("target");
        List<Path> classPath = new ArrayList<>(Checkout.classPath(module.resolve("runtime.classpath")));
        classPath.add(module.resolve("classes"));
        Path parquetBounds =
                Checkout.root().resolve("parquet-bounds").resolve("target").resolve("classes");
        assertThat(parquetBounds.resolve("io").resolve("skipping"))
                .as("the classes of parquet-bounds")
                .isDirectory();
        classPath.add(parquetBounds);
        assertThat(classPath.stream().map(Path::toString))
                .as("the runtime class path of search-index")
                .anyMatch(path -> path.contains("metadata-index"))
                .anyMatch(path -> path.contains("slice"));
        List<String> newer = new ArrayList<>();
        for (Path path : classPath) {
            newer.addAll(newerThan(JAVA_17, path));
        }
        assertThat(newer).as("classes that Java 17 does not load").isEmpty();
    }

    @DataProvider
    public Object[][] jars() {
        return new Object[][] {
            // tells those who have an older Java than the jars below need
            {"launcher/target/classes", JAVA_8},
            {"committer/target/committer.jar", JAVA_17},
            {"partitioner/target/partitioner.jar", JAVA_17},
            {"partitioner/kafka/target/partitioner-kafka.jar", JAVA_17},
            {"partitioner/spark/target/partitioner-spark.jar", JAVA_17},
            {"spark-skipping/target/spark-skipping.jar", JAVA_17},
            {"spark-skipping/scala-2.12/target/spark-skipping_2.12.jar", JAVA_17},
            {"index-builder/target/index-builder.jar", JAVA_24}
        };
    }

    @Test(dataProvider = "jars")
    public void testJarsRunOnTheirOldestJava(String path, int java) throws IOException {
        Path jar = Checkout.root().resolve(path);
        if (!Files.exists(jar)) {
            // 'mvn verify' of everything builds them; tests of this module alone may come without
            throw new SkipException("No " + jar);
        }
        assertThat(newerThan(java, jar)).as("classes in %s", jar).isEmpty();
    }

    @DataProvider
    public Object[][] releases() {
        return new Object[][] {{"476"}, {"483"}};
    }

    /**
     * Trino 483 needs Java 25, but a server of 476 on Java 24 has to load this project's classes from the folder for 483 to
     * say that it is the wrong one.
     */
    @Test(dataProvider = "releases")
    public void testThePluginsOwnClassesRunOnJava24(String release) throws IOException {
        Path folder;
        try {
            folder = Checkout.skippingPlugin(release);
        } catch (IOException e) {
            throw new SkipException(e.getMessage());
        }
        List<Path> jars;
        try (Stream<Path> files = Files.list(folder)) {
            jars = files.filter(
                            jar -> jar.getFileName().toString().matches("(io\\.skipping\\.|trino-skipping-).*\\.jar"))
                    .toList();
        }
        assertThat(jars)
                .as("jars of this project in %s", folder)
                .hasSizeGreaterThan(1)
                .anyMatch(jar -> jar.getFileName().toString().startsWith("trino-skipping-plugin-" + release));
        for (Path jar : jars) {
            assertThat(newerThan(JAVA_24, jar)).as("classes in %s", jar).isEmpty();
        }
    }

    /** Returns the classes that are newer. Those that a jar has for newer releases of Java beside older ones do not count. */
    private static List<String> newerThan(int version, Path classes) throws IOException {
        List<String> newer = new ArrayList<>();
        if (Files.isDirectory(classes)) {
            try (Stream<Path> files = Files.walk(classes)) {
                for (Path file :
                        files.filter(each -> each.toString().endsWith(".class")).toList()) {
                    check(file.toString(), Files.newInputStream(file), version, newer);
                }
            }
            return newer;
        }
        try (JarFile jar = new JarFile(classes.toFile())) {
            for (Enumeration<JarEntry> entries = jar.entries(); entries.hasMoreElements(); ) {
                JarEntry entry = entries.nextElement();
                if (entry.getName().endsWith(".class")
                        && !entry.getName().startsWith("META-INF/versions/")
                        && !entry.getName().startsWith(OF_NEWER_JAVA)) {
                    check("%s in %s".formatted(entry.getName(), classes), jar.getInputStream(entry), version, newer);
                }
            }
        }
        return newer;
    }

    private static void check(String name, InputStream content, int limit, List<String> newer) throws IOException {
        try (DataInputStream bytes = new DataInputStream(content)) {
            // the magic number, and the minor version
            bytes.skipNBytes(6);
            int version = bytes.readUnsignedShort();
            if (version > limit) {
                newer.add("%s has version %d".formatted(name, version));
            }
        }
    }
}
