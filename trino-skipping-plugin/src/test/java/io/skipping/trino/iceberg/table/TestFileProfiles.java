// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.iceberg.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.skipping.index.Profile;
import io.skipping.trino.core.release.TrinoRelease;
import io.trino.plugin.iceberg.IcebergFileFormat;
import java.util.Optional;
import org.testng.annotations.Test;

public class TestFileProfiles {
    @Test
    public void testFormats() {
        FileProfiles profiles = new FileProfiles(Optional.empty(), false);
        assertThat(profiles.of(IcebergFileFormat.PARQUET).text()).isEqualTo("iceberg/parquet");
        assertThat(profiles.of(IcebergFileFormat.ORC).text()).isEqualTo("iceberg/orc");
        assertThat(profiles.of(IcebergFileFormat.AVRO).text()).isEqualTo("iceberg/avro");
    }

    /** Another mapping may give the fields of a file without ids other ids. */
    @Test
    public void testNameMappings() {
        String one = new FileProfiles(Optional.of("[{\"field-id\":1,\"names\":[\"a\"]}]"), false)
                .of(IcebergFileFormat.PARQUET)
                .text();
        String other = new FileProfiles(Optional.of("[{\"field-id\":2,\"names\":[\"a\"]}]"), false)
                .of(IcebergFileFormat.PARQUET)
                .text();
        assertThat(one).matches("iceberg/parquet\\{names=[0-9a-f]{16}\\}");
        assertThat(other).isNotEqualTo(one);
    }

    /** Releases of Trino apply a mapping to other fields of a file of Avro in which only some have ids. */
    @Test
    public void testMappingsOfAvro() {
        Profile mapped =
                new FileProfiles(Optional.of("[{\"field-id\":1,\"names\":[\"a\"]}]"), false).of(IcebergFileFormat.AVRO);
        assertThat(mapped.text())
                .matches("iceberg/avro\\{mapped=%s,names=[0-9a-f]{16}\\}"
                        .formatted(TrinoRelease.VERSION.equals("476") ? "files" : "fields"));
        assertThat(mapped.earlierTexts()).as("made with any release").isEmpty();
    }

    /** Checks that summaries of values serve everybody, and those of footers only who does not ignore footers. */
    @Test
    public void testFootersThatAreIgnored() {
        FileProfiles trusting = new FileProfiles(Optional.empty(), false);
        FileProfiles ignoring = new FileProfiles(Optional.empty(), true);
        String values = ignoring.of(IcebergFileFormat.PARQUET).text();
        String footers = trusting.of(IcebergFileFormat.PARQUET).text();
        assertThat(trusting.of(IcebergFileFormat.PARQUET).matches(values)).isTrue();
        assertThat(trusting.format(values)).contains(IcebergFileFormat.PARQUET);
        assertThat(ignoring.of(IcebergFileFormat.PARQUET).matches(footers)).isFalse();
        assertThat(ignoring.format(footers)).isEmpty();
        assertThat(ignoring.of(IcebergFileFormat.ORC)).isEqualTo(trusting.of(IcebergFileFormat.ORC));
    }
}
