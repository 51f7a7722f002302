// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.iceberg.table;

import static io.trino.plugin.iceberg.IcebergFileFormat.PARQUET;
import static org.assertj.core.api.Assertions.assertThat;

import io.skipping.index.ObjectVersion;
import io.skipping.index.Profile;
import java.util.OptionalLong;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

public class TestStoredFile {
    private static final String PATH = "s3://bucket/data/a.parquet";

    private static StoredFile file(long records, OptionalLong sequenceNumber) {
        return new StoredFile(PATH, 1000, records, sequenceNumber, PARQUET, false);
    }

    private static ObjectVersion version(StoredFile file) {
        return file.object(Profile.of("iceberg/parquet")).version();
    }

    @Test
    public void testFilesOfOnePathAndSize() {
        ObjectVersion first = version(file(10, OptionalLong.of(1)));
        assertThat(version(file(10, OptionalLong.of(1)))).isEqualTo(first);
        assertThat(version(file(10, OptionalLong.of(2)))).as("added again").isNotEqualTo(first);
    }

    /** Checks files of tables of format version 1, which have no sequence numbers. */
    @Test
    public void testRecordsTellFilesWithoutSequenceNumbers() {
        ObjectVersion first = version(file(10, OptionalLong.of(0)));
        assertThat(version(file(10, OptionalLong.of(0)))).isEqualTo(first);
        assertThat(version(file(11, OptionalLong.of(0)))).isNotEqualTo(first);
        assertThat(version(file(0, OptionalLong.of(0))).tag()).isNotEqualTo(OptionalLong.of(0));
    }

    @DataProvider
    public Object[][] numbers() {
        return new Object[][] {{OptionalLong.of(7)}, {OptionalLong.of(0)}, {OptionalLong.empty()}};
    }

    /** Checks that what an index keeps of a file is enough to tell its version again. */
    @Test(dataProvider = "numbers")
    public void testKnownFiles(OptionalLong sequenceNumber) {
        StoredFile file = file(10, sequenceNumber);
        assertThat(StoredFile.known(version(file), 10, PARQUET)).isEqualTo(file);
    }
}
