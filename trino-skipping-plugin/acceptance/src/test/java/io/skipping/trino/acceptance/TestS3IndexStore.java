// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.api.OpenTelemetry;
import io.skipping.index.IndexedTable;
import io.skipping.index.store.AbstractIndexStoreContract;
import io.skipping.index.store.FileStore;
import io.skipping.index.store.IndexStore;
import io.skipping.index.store.Labels;
import io.skipping.index.store.TableIndex;
import io.skipping.index.store.manifest.ObjectStoreIndexStore;
import io.skipping.index.type.IndexTypes;
import io.skipping.testing.folder.Folders;
import io.skipping.testing.s3.LocalS3;
import io.skipping.testing.s3.RequestCounts;
import io.skipping.testing.s3.RequestKind;
import io.skipping.testing.s3.RequestLog;
import io.skipping.trino.core.segment.TrinoSegmentFormat;
import io.skipping.trino.core.store.TrinoFileStore;
import io.trino.filesystem.s3.S3FileSystemConfig;
import io.trino.filesystem.s3.S3FileSystemFactory;
import io.trino.filesystem.s3.S3FileSystemStats;
import io.trino.spi.security.ConnectorIdentity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.Test;

/** Over HTTP, by Trino's own S3 client: conditional create, listings and errors are those of a real endpoint. */
@Test(groups = "servers")
public class TestS3IndexStore extends AbstractIndexStoreContract {
    private static final String BUCKET = "lake";

    private final Map<IndexedTable, AtomicLong> lastUsed = new ConcurrentHashMap<>();

    private Path folder;
    private LocalS3 s3;
    private S3FileSystemFactory fileSystems;

    @BeforeClass
    public void start() throws IOException {
        folder = Files.createTempDirectory("s3-index-store");
        s3 = LocalS3.start(folder);
        s3.createBucket(BUCKET);
        S3FileSystemConfig config = new S3FileSystemConfig()
                .setEndpoint(s3.endpoint().toString())
                .setRegion(s3.region())
                .setPathStyleAccess(true)
                .setAwsAccessKey(s3.accessKey())
                .setAwsSecretKey(s3.secretKey());
        fileSystems = new S3FileSystemFactory(OpenTelemetry.noop(), config, new S3FileSystemStats());
    }

    @AfterClass(alwaysRun = true)
    public void stop() throws IOException {
        if (fileSystems != null) {
            fileSystems.destroy();
        }
        if (s3 != null) {
            s3.close();
        }
        Folders.delete(folder);
    }

    @Override
    protected IndexStore newStore(IndexTypes types) {
        IndexStore store = new ObjectStoreIndexStore(
                new TrinoSegmentFormat(), types, new ObjectStoreIndexStore.Options(Optional.empty(), 64 << 20));
        return (opened, access) -> new PacedTableIndex(
                store.open(opened, access), lastUsed.computeIfAbsent(opened, _ -> new AtomicLong()));
    }

    @Override
    protected FileStore files() {
        return new TrinoFileStore(fileSystems.create(ConnectorIdentity.ofUser("test")), Optional.empty());
    }

    @Override
    protected String warehouse() {
        return "s3://" + BUCKET + "/warehouse";
    }

    @Test
    public void testWhatReadersAskFor() {
        Labels.publish(newIndex(), "first", List.of(object("a"), object("b")));
        TableIndex reader = newStore(TYPES).open(table, access("reader"));

        assertThat(requestsOf(reader))
                .as("the first time: which manifest is the newest, that one, and its one segment")
                .isEqualTo(Map.of(RequestKind.LIST, 1L, RequestKind.GET, 2L));
        assertThat(requestsOf(reader))
                .as("from then on: whether the manifest still is the newest")
                .isEqualTo(Map.of(RequestKind.LIST, 1L));
    }

    private Map<RequestKind, Long> requestsOf(TableIndex reader) {
        RequestLog.Mark mark = s3.log().mark();
        assertThat(reader.current()).isPresent();
        RequestCounts counts = s3.log().since(mark);
        return counts.byKind();
    }
}
