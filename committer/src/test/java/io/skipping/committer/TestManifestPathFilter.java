// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.testng.annotations.AfterMethod;
import org.testng.annotations.BeforeMethod;
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
