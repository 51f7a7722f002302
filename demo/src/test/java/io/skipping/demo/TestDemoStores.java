// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.skipping.testing.console.Steps;
import io.skipping.testing.folder.Checkout;
import io.skipping.testing.folder.Folders;
import io.skipping.testing.lake.LakeStore;
import io.skipping.testing.lake.LocalLake;
import io.skipping.testing.lake.Setting;
import io.skipping.testing.meters.MeterOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Optional;
import org.testng.SkipException;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests the demo with its index in each store but S3, which {@link TestDemo} has. */
@Test(groups = "servers")
public class TestDemoStores {
    private static final int OBJECTS = 16;

    @BeforeClass
    public void requirePlugin() {
        try {
            Checkout.skippingPlugin("476");
        } catch (IOException e) {
            // 'mvn verify' of everything builds it; tests of this module alone may come without
            throw new SkipException(e.getMessage());
        }
    }

    @DataProvider
    public Object[][] engines() {
        return new Object[][] {{LakeStore.ELASTICSEARCH, "Elasticsearch 7"}, {LakeStore.OPENSEARCH, "OpenSearch 3"}};
    }

    @Test(dataProvider = "engines")
    public void testDemo(LakeStore store, String engine) throws IOException, SQLException {
        MeterOptions defaults = MeterOptions.defaults();
        MeterOptions data = defaults.withDays(defaults.firstDay(), 1, OBJECTS).withMegabytes(0.25);
        DemoOptions options = new DemoOptions(data, Optional.empty(), 5, 1);
        Path folder = Files.createTempDirectory("demo-" + store);
        try (LocalLake lake = LocalLake.in(folder).store(store).patient().start()) {
            DemoResult result = new MeterDemo(lake, "meters", options, new Steps(System.err)).run();

            assertThat(result.index().store()).isEqualTo(store);
            assertThat(result.index().engine())
                    .hasValueSatisfying(version -> assertThat(version).startsWith(engine));
            assertThat(result.index().bytes()).isPositive();
            assertThat(lake.s3().bucket(LocalLake.BUCKET).resolve("meters").resolve("_skipping"))
                    .as("nothing of the index is in S3")
                    .doesNotExist();
            assertThat(result.equalResults()).isTrue();
            Comparison query = result.main();
            assertThat(query.objectsMatching()).isPositive();
            assertThat(objectsRead(query, Setting.PLAIN)).isEqualTo(OBJECTS);
            assertThat(objectsRead(query, Setting.OFF)).isEqualTo(OBJECTS);
            assertThat(objectsRead(query, Setting.SKIPPING))
                    .as("objects with neighbours, and few others")
                    .isGreaterThanOrEqualTo(query.objectsMatching())
                    .isLessThanOrEqualTo(OBJECTS / 2);
        } finally {
            Folders.delete(folder);
        }
    }

    private static long objectsRead(Comparison query, Setting setting) {
        return query.median(setting).counts().data().objectsRead();
    }
}
