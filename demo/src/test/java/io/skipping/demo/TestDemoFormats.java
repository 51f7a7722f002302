// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.skipping.testing.console.Steps;
import io.skipping.testing.folder.Checkout;
import io.skipping.testing.folder.Folders;
import io.skipping.testing.lake.LocalLake;
import io.skipping.testing.lake.Setting;
import io.skipping.testing.meters.MeterOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Optional;
import org.testng.SkipException;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests the demo over every format but text, which {@link TestDemo} has, on one server. */
@Test(groups = "servers")
public class TestDemoFormats {
    private static final int DAYS = 2;
    private static final int OBJECTS = 16;

    private Path folder;
    private LocalLake lake;

    @BeforeClass
    public void start() throws IOException {
        try {
            Checkout.skippingPlugin("476");
        } catch (IOException e) {
            // 'mvn verify' of everything builds it; tests of this module alone may come without
            throw new SkipException(e.getMessage());
        }
        folder = Files.createTempDirectory("demo-formats");
        lake = LocalLake.in(folder).patient().start();
    }

    @AfterClass(alwaysRun = true)
    public void stop() throws IOException {
        if (lake != null) {
            lake.close();
            lake = null;
        }
        if (folder != null) {
            Folders.delete(folder);
        }
    }

    @DataProvider
    public Object[][] formats() {
        return new Object[][] {{ObjectFormat.JSON}, {ObjectFormat.PARQUET}, {ObjectFormat.ORC}};
    }

    @Test(dataProvider = "formats")
    public void testDemo(ObjectFormat format) throws IOException, SQLException {
        MeterOptions defaults = MeterOptions.defaults();
        MeterOptions data = defaults.withDays(defaults.firstDay(), DAYS, OBJECTS)
                .withMegabytes(0.25)
                .withFormat(format.format());
        DemoOptions options = new DemoOptions(data, Optional.empty(), 5, 1);

        DemoResult result =
                new MeterDemo(lake, format.name().toLowerCase(Locale.ROOT), options, new Steps(System.err)).run();

        assertThat(result.equalResults()).isTrue();
        assertThat(result.queries()).hasSize(2);
        for (Comparison query : result.queries()) {
            assertThat(query.objectsMatching()).isPositive();
            assertThat(objectsRead(query, Setting.PLAIN)).isEqualTo(query.objectsTotal());
            assertThat(objectsRead(query, Setting.OFF)).isEqualTo(query.objectsTotal());
            assertThat(objectsRead(query, Setting.SKIPPING))
                    .as("objects with neighbours, and few others")
                    .isGreaterThanOrEqualTo(query.objectsMatching())
                    .isLessThanOrEqualTo(query.objectsTotal() / 2);
        }
    }

    private static long objectsRead(Comparison query, Setting setting) {
        return query.median(setting).counts().data().objectsRead();
    }
}
