// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.skipping.index.IndexUnavailableException;
import io.skipping.index.IndexedTable;
import io.skipping.index.store.IndexLayout;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.RemoteIterator;
import org.testng.annotations.Test;

public class TestIndexRoot {
    @Test
    public void testFolderThatDoesNotExistIsNotListed() {
        Configuration configuration = new Configuration(false);
        configuration.setClass("fs.bare.impl", BareFileSystem.class, FileSystem.class);
        IndexRoot beside = new IndexRoot(new Path("bare:/data"), Optional.empty());
        assertThat(beside.tables(beside.files(configuration))).isEmpty();
        IndexRoot elsewhere = new IndexRoot(new Path("bare:/data"), Optional.of(new Path("bare:/indexes")));
        assertThat(elsewhere.tables(elsewhere.files(configuration))).isEmpty();
        IndexRoot forbidden = new IndexRoot(new Path("bare:/forbidden"), Optional.empty());
        assertThatThrownBy(() -> forbidden.tables(forbidden.files(configuration)))
                .isInstanceOf(IndexUnavailableException.class)
                .hasMessageContaining("bare:/forbidden/_skipping");
    }

    /** Nothing but the name of its folder tells whose index it is, if it cannot be read. */
    @Test
    public void testFolderOfAnIndexThatCannotBeRead() {
        IndexRoot root =
                new IndexRoot(new Path("s3a://bucket/My Meters"), Optional.of(new Path("s3a://bucket/indexes")));
        assertThat(root.isNamedHere(folder(root.ofSpark()))).as("of Spark").isTrue();
        for (String scheme : List.of("s3", "s3a", "s3n")) {
            assertThat(root.isNamedHere(
                            folder(new IndexedTable("grid", "meters-of_2026", scheme + "://bucket/My Meters"))))
                    .as("of Trino, in %s", scheme)
                    .isTrue();
        }
        String other = folder(new IndexedTable("grid", "meters", "s3://bucket/Your Meters"));
        assertThat(root.isNamedHere(other)).as("of another location").isFalse();
        assertThat(root.isNamedHere("s3://bucket/indexes/grid.meters")).isFalse();
        assertThat(root.isNamedHere("s3://bucket/indexes/")).isFalse();
        IndexRoot beside = new IndexRoot(root.data(), Optional.empty());
        assertThat(beside.isNamedHere(other)).as("in the folder of the data").isTrue();
    }

    private static String folder(IndexedTable table) {
        return IndexLayout.of(table, Optional.of("s3://bucket/indexes"))
                .directory()
                .text();
    }

    /** Has no folders. */
    public static class BareFileSystem extends RawLocalFileSystem {
        @Override
        @SuppressWarnings("deprecation")
        public boolean isDirectory(Path folder) throws IOException {
            if (folder.toString().contains("forbidden")) {
                throw new AccessDeniedException(folder.toString());
            }
            return false;
        }

        @Override
        public RemoteIterator<LocatedFileStatus> listFiles(Path folder, boolean isRecursive) {
            throw new AssertionError(folder + " is listed, which costs S3 three requests");
        }
    }
}
