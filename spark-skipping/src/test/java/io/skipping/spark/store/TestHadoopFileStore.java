// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.store;

import static com.google.common.io.MoreFiles.deleteRecursively;
import static com.google.common.io.RecursiveDeleteOption.ALLOW_INSECURE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.skipping.index.IndexUnavailableException;
import io.skipping.index.store.AbstractIndexStoreContract;
import io.skipping.index.store.FileLocation;
import io.skipping.index.store.FileStore;
import io.skipping.index.store.IndexStore;
import io.skipping.index.store.manifest.ObjectStoreIndexStore;
import io.skipping.index.store.segment.IndexDamagedException;
import io.skipping.index.store.segment.IndexLostException;
import io.skipping.index.type.IndexTypes;
import io.skipping.spark.segment.HadoopSegmentFormat;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.ChecksumException;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FSDataOutputStreamBuilder;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.PathIOException;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.hdfs.BlockMissingException;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests the contract of index stores, by Hadoop's file system of a local disk. */
public class TestHadoopFileStore extends AbstractIndexStoreContract {
    private Path root;

    @BeforeClass
    public void setUp() throws IOException {
        root = Files.createTempDirectory("index-store");
    }

    @AfterClass(alwaysRun = true)
    public void tearDown() throws IOException {
        deleteRecursively(root, ALLOW_INSECURE);
    }

    @Override
    protected IndexStore newStore(IndexTypes types) {
        return new ObjectStoreIndexStore(
                new HadoopSegmentFormat(), types, new ObjectStoreIndexStore.Options(Optional.empty(), 64 << 20));
    }

    @Override
    protected FileStore files() {
        return new HadoopFileStore(new Configuration(false), "s3a");
    }

    @Override
    protected String warehouse() {
        return "file:" + root.resolve("warehouse");
    }

    @DataProvider
    public Object[][] conflicts() {
        return new Object[][] {
            // the file exists; it may be our own, if the client repeated the request
            {412},
            // S3 is busy with another request for this file
            {409},
        };
    }

    @Test(dataProvider = "conflicts")
    public void testConflictIsNoFailure(int status) {
        assertThat(answering().createExclusive(new FileLocation("s3://bucket/" + status), new byte[] {1}))
                .isFalse();
    }

    @Test
    public void testRefusalIsNoConflict() {
        assertThatThrownBy(() -> answering().createExclusive(new FileLocation("s3://bucket/403"), new byte[] {1}))
                .isInstanceOf(IndexUnavailableException.class)
                .hasMessageContaining("Cannot write index s3://bucket/403");
    }

    private static FileStore answering() {
        Configuration configuration = new Configuration(false);
        configuration.set("fs.s3a.impl", AnsweringFileSystem.class.getName());
        configuration.setBoolean("fs.s3a.impl.disable.cache", true);
        return new HadoopFileStore(configuration, "s3a");
    }

    /** Answers as S3A does: when a file is closed, with the status that is its name. */
    public static final class AnsweringFileSystem extends RawLocalFileSystem {
        @Override
        public boolean hasPathCapability(org.apache.hadoop.fs.Path path, String capability) {
            return capability.equals("fs.option.create.conditional.overwrite");
        }

        @Override
        public Creation createFile(org.apache.hadoop.fs.Path path) {
            return new Creation(this, path);
        }
    }

    private static final class Creation extends FSDataOutputStreamBuilder<FSDataOutputStream, Creation> {
        private final org.apache.hadoop.fs.Path path;

        private Creation(AnsweringFileSystem fileSystem, org.apache.hadoop.fs.Path path) {
            super(fileSystem, path);
            this.path = path;
        }

        @Override
        public Creation getThisBuilder() {
            return this;
        }

        @Override
        public FSDataOutputStream build() throws IOException {
            OutputStream answering = new OutputStream() {
                @Override
                public void write(int content) {}

                @Override
                public void close() throws IOException {
                    throw new PathIOException(
                            path.toString(), "from S3A", new S3Answer(Integer.parseInt(path.getName())));
                }
            };
            return new FSDataOutputStream(answering, null);
        }
    }

    /** Has what the exceptions of S3's client have. */
    public static final class S3Answer extends RuntimeException {
        private final int status;

        private S3Answer(int status) {
            super("from S3");
            this.status = status;
        }

        public int statusCode() {
            return status;
        }
    }

    /** Hadoop keeps checksums of local files next to them. */
    @Test
    public void testDamageThatTheFileSystemFinds() throws IOException {
        FileLocation file = new FileLocation("file:" + root.resolve("damaged/segment"));
        files().write(file, ByteBuffer.wrap(new byte[] {1, 2}));
        assertThat(files().read(file, 2)).containsExactly(1, 2);
        Files.write(root.resolve("damaged/segment"), new byte[] {1, 3});
        assertThatThrownBy(() -> files().read(file, 2))
                .isInstanceOf(IndexDamagedException.class)
                .hasCauseInstanceOf(ChecksumException.class)
                .hasMessageContaining("Cannot read index " + file);
    }

    @Test
    public void testLossThatTheFileSystemReports() {
        Configuration configuration = new Configuration(false);
        configuration.setClass("fs.losing.impl", LosingFileSystem.class, FileSystem.class);
        FileLocation file = new FileLocation("losing:/folder/segment");
        assertThatThrownBy(() -> new HadoopFileStore(configuration, "s3a").read(file, 2))
                .isInstanceOf(IndexLostException.class)
                .hasMessageContaining("Cannot read index " + file);
    }

    /** Answers as HDFS does if no server with the file's blocks does. */
    public static class LosingFileSystem extends RawLocalFileSystem {
        @Override
        public FSDataInputStream open(org.apache.hadoop.fs.Path file, int bufferSize) throws IOException {
            throw new BlockMissingException(file.toString(), "Could not obtain block", 0);
        }
    }
}
