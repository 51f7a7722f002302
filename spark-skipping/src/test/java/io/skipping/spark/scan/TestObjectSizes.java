// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.scan;

import static org.assertj.core.api.Assertions.assertThat;

import org.testng.annotations.Test;

public class TestObjectSizes {
    @Test
    public void testPropertiesOfTheDriverAreAsBefore() {
        System.setProperty("jol.skipDynamicAttach", "false");
        try {
            ObjectSizes.prepare();
            assertThat(System.getProperty("jol.skipDynamicAttach")).isEqualTo("false");
            assertThat(System.getProperty("jol.skipHotspotSAAttach")).isNull();
        } finally {
            System.clearProperty("jol.skipDynamicAttach");
        }
    }
}
