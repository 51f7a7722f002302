// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.collect.ImmutableList;
import io.skipping.testing.folder.Checkout;
import io.trino.metadata.InternalFunctionBundle;
import io.trino.server.PluginClassLoader;
import io.trino.spi.Plugin;
import io.trino.spi.connector.ConnectorContext;
import io.trino.spi.connector.ConnectorFactory;
import io.trino.spi.eventlistener.EventListenerFactory;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import org.testng.SkipException;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/**
 * Tests the folders of the plugin in a server of another release that runs on Java 24, the oldest Java of any release:
 * such a server says that the folder is the wrong one. The libraries of Trino in the folder for 483 need Java 25, so the
 * server must not load any of them before.
 */
public class TestFoldersOnOlderJava {
    /** The newest class files that Java 24 reads. */
    private static final int JAVA_24 = 68;

    @DataProvider
    public Object[][] releases() {
        return new Object[][] {{"476"}, {"483"}};
    }

    @Test(dataProvider = "releases")
    public void testACatalogSaysWhichFolderIsNeeded(String release) throws IOException {
        try (OlderJava loader = folder(release)) {
            List<ConnectorFactory> factories = new ArrayList<>();
            for (Plugin plugin : ServiceLoader.load(Plugin.class, loader)) {
                plugin.getConnectorFactories().forEach(factories::add);
                // as the server does when it installs a plugin
                plugin.getFunctions()
                        .forEach(functions -> InternalFunctionBundle.builder()
                                .functions(functions)
                                .build());
            }
            assertThat(factories)
                    .extracting(ConnectorFactory::getName)
                    .containsExactly("skipping_hive", "skipping_iceberg");
            ConnectorContext server = new ConnectorContext() {
                @Override
                public String getSpiVersion() {
                    return "480";
                }
            };
            for (ConnectorFactory factory : factories) {
                assertThatThrownBy(() -> factory.create("lake", Map.of(), server))
                        .hasMessageContaining(
                                "This plugin's folder is for Trino %s, but the server is Trino 480. Trino Skipping has folders for Trino 476 and 483, and none for this release",
                                release);
            }
        }
    }

    /** The SPI that the listener asks for the release is that of these tests, which is 476. */
    @Test
    public void testTheQueryLogSaysWhichFolderIsNeeded() throws IOException {
        try (OlderJava loader = folder("483")) {
            List<EventListenerFactory> factories = new ArrayList<>();
            for (Plugin plugin : ServiceLoader.load(Plugin.class, loader)) {
                plugin.getEventListenerFactories().forEach(factories::add);
            }
            assertThat(factories).extracting(EventListenerFactory::getName).containsExactly("skipping-query-log");
            // neither the properties nor the context are read before the check
            assertThatThrownBy(() -> factories.getFirst().create(Map.of(), null))
                    .hasMessageContaining("This plugin's folder is for Trino 483, but the server is Trino 476.");
        }
    }

    private static OlderJava folder(String release) throws IOException {
        Path folder;
        try {
            folder = Checkout.skippingPlugin(release);
        } catch (IOException e) {
            // 'mvn verify' of everything builds them; tests of this module alone may come without
            throw new SkipException(e.getMessage());
        }
        ImmutableList.Builder<URL> jars = ImmutableList.builder();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path jar : files.toList()) {
                jars.add(jar.toUri().toURL());
            }
        }
        return new OlderJava(jars.build());
    }

    /** Loads classes as a server does, but refuses those that are compiled for a newer Java than 24. */
    private static final class OlderJava extends PluginClassLoader {
        OlderJava(List<URL> jars) {
            super(
                    "older-java",
                    jars,
                    Plugin.class.getClassLoader(),
                    // as in PluginManager
                    ImmutableList.of(
                            "io.trino.spi.",
                            "com.fasterxml.jackson.annotation.",
                            "io.airlift.slice.",
                            "org.openjdk.jol.",
                            "io.opentelemetry.api.",
                            "io.opentelemetry.context."));
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            URL file = findResource(name.replace('.', '/') + ".class");
            if (file != null) {
                int version = version(file);
                if (version > JAVA_24) {
                    throw new UnsupportedClassVersionError("%s has class file version %s".formatted(name, version));
                }
            }
            return super.findClass(name);
        }

        private static int version(URL file) {
            try (DataInputStream bytes = new DataInputStream(file.openStream())) {
                // the magic number, and the minor version
                bytes.skipNBytes(6);
                return bytes.readUnsignedShort();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
