// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonFactory;
import io.skipping.committer.data.DataSets;
import io.skipping.committer.data.ManifestFiles;
import io.skipping.committer.data.ManifestReader;
import java.io.ByteArrayInputStream;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.List;
import java.util.Optional;
import org.testng.annotations.Test;

/** Trino's plugin reads manifests, and has neither Hadoop nor Spark. */
public class TestReaderWithoutHadoop {
    private static final String MANIFEST = """
            {"dataSet": {"format": "trino-skipping-data-set", "version": 1, "generation": 3,
             "lines": [{"object": "part-attempt.a.m00000.0", "generation": 3}]}}
            """;

    private static URL location(Class<?> type) {
        return type.getProtectionDomain().getCodeSource().getLocation();
    }

    @Test
    public void testRead() throws Exception {
        URL[] classes = {location(ManifestReader.class), location(JsonFactory.class)};
        try (URLClassLoader loader = new URLClassLoader(classes, ClassLoader.getPlatformClassLoader())) {
            assertThatThrownBy(() -> loader.loadClass("org.apache.hadoop.fs.Path"))
                    .isInstanceOf(ClassNotFoundException.class);
            Class<?> files = loader.loadClass(ManifestFiles.class.getName());
            Object manifestOnly = Proxy.newProxyInstance(
                    loader, new Class<?>[] {files}, (proxy, method, arguments) -> switch (method.getName()) {
                        case "open" ->
                            arguments[0].equals("_SUCCESS")
                                    ? Optional.of(new ByteArrayInputStream(MANIFEST.getBytes(UTF_8)))
                                    : Optional.empty();
                        case "names" -> List.of();
                        default -> throw new UnsupportedOperationException(method.toString());
                    });
            Class<?> dataSets = loader.loadClass(DataSets.class.getName());
            Object read = dataSets.getConstructor(files).newInstance(manifestOnly);
            Method counts = dataSets.getMethod("counts", String.class, long.class, long.class);
            assertThat(counts.invoke(read, "part-attempt.a.m00000.0", 1L, 1L)).isEqualTo(true);
            assertThat(counts.invoke(read, "part-attempt.a.m00000.1", 1L, 1L)).isEqualTo(false);
            assertThat(counts.invoke(read, "day=1/000000_0", 1L, 1L)).isEqualTo(true);
        }
    }
}
