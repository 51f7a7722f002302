// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.testng.annotations.AfterMethod;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests the filter alone. Tests of each kind of job have what it lets them read. */
public class TestManifestPathFilter {
    private static final String INPUT_FOLDERS = "mapreduce.input.fileinputformat.inputdir";

    private java.nio.file.Path folder;

    @BeforeMethod
    public void create() throws IOException {
        folder = Files.createTempDirectory("filter");
    }

    @AfterMethod(alwaysRun = true)
    public void delete() throws IOException {
        Temporary.delete(folder);
    }

    private Path input(String name) throws IOException {
        return new Path(
                "file", null, Files.createDirectories(folder.resolve(name)).toString());
    }

    /** A job may have thousands of inputs, and a filter is asked for each object of each. */
    @Test
    public void testInputsAreParsedOnce() throws IOException {
        AtomicInteger parsed = new AtomicInteger();
        Configuration configuration = new Configuration() {
            @Override
            public String get(String name, String value) {
                if (name.equals(INPUT_FOLDERS)) {
                    parsed.incrementAndGet();
                }
                return super.get(name, value);
            }
        };
        Path input = input("a");
        configuration.set(INPUT_FOLDERS, input + "," + input("b"));
        ManifestPathFilter filter = new ManifestPathFilter();
        filter.setConf(configuration);
        assertThat(filter.accept(input)).isTrue();
        for (int object = 0; object < 10; object++) {
            assertThat(filter.accept(new Path(input, "object-" + object))).isTrue();
        }
        assertThat(parsed).hasValue(1);
    }

    /** Has a host, as HDFS has. */
    public static class HostedFileSystem extends RawLocalFileSystem {
        private URI uri;

        @Override
        public void initialize(URI uri, Configuration configuration) throws IOException {
            super.initialize(uri, configuration);
            this.uri = URI.create("%s://%s".formatted(uri.getScheme(), uri.getAuthority()));
            setWorkingDirectory(new Path(uri.getScheme(), uri.getAuthority(), "/"));
        }

        @Override
        public URI getUri() {
            // the constructor asks, too
            return uri == null ? super.getUri() : uri;
        }
    }

    private static Configuration hosted(String defaultFileSystem) {
        Configuration configuration = new Configuration();
        configuration.setClass("fs.hosted.impl", HostedFileSystem.class, FileSystem.class);
        configuration.set(FileSystem.FS_DEFAULT_NAME_KEY, defaultFileSystem);
        return configuration;
    }

    @DataProvider
    public Object[][] spellings() {
        return new Object[][] {
            {"hosted://one", "hosted://one", true},
            {"hosted://one", "hosted://", true},
            {"hosted://one", "HOSTED://ONE", true},
            {"hosted://one", "", true},
            {"hosted://one", "hosted://other", false},
            {"hosted://one", "file://", false},
            // the host that is left out is that of the default
            {"hosted://other", "hosted://", false},
            {"file:///", "hosted://", false}
        };
    }

    /** An input folder that is not recognised is taken for an object of the folder above, where a hidden name says that it is none. */
    @Test(dataProvider = "spellings")
    public void testSpellingOfInputs(String defaultFileSystem, String spelling, boolean isInput) throws IOException {
        String hidden = input("t/_hidden").toUri().getPath();
        Configuration configuration = hosted(defaultFileSystem);
        configuration.set(INPUT_FOLDERS, spelling + hidden);
        ManifestPathFilter filter = new ManifestPathFilter();
        filter.setConf(configuration);
        Path listed = new Path("hosted://one" + hidden);
        assertThat(filter.accept(listed)).isEqualTo(isInput);
    }

    /** The name of an input tells nothing, and that of an object in a folder that is no longer an input does. */
    @Test
    public void testAnotherConfigurationHasOtherInputs() throws IOException {
        Path hidden = input("t/_hidden");
        ManifestPathFilter filter = new ManifestPathFilter();
        Configuration first = new Configuration();
        first.set(INPUT_FOLDERS, hidden.toString());
        filter.setConf(first);
        assertThat(filter.accept(hidden)).isTrue();

        Configuration second = new Configuration();
        second.set(INPUT_FOLDERS, hidden.getParent().toString());
        filter.setConf(second);
        assertThat(filter.accept(hidden)).isFalse();
    }
}
