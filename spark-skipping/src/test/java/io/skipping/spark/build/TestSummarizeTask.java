// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.build;

import static com.google.common.io.MoreFiles.deleteRecursively;
import static com.google.common.io.RecursiveDeleteOption.ALLOW_INSECURE;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.Iterators;
import io.skipping.index.ColumnOrigin;
import io.skipping.index.ColumnOrigin.Reading;
import io.skipping.index.IndexDefinition;
import io.skipping.index.IndexedColumn;
import io.skipping.index.IndexedTable;
import io.skipping.index.LiveObject;
import io.skipping.index.store.TableIndex;
import io.skipping.index.value.ScalarType;
import io.skipping.spark.format.ReaderProfile;
import io.skipping.spark.format.ReaderProfile.Lines;
import io.skipping.spark.format.SourceFormat;
import io.skipping.spark.store.IndexRoot;
import io.skipping.spark.store.Locations;
import io.skipping.spark.store.ObjectVersions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.execution.datasources.PartitionedFile;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;
import org.testng.annotations.AfterMethod;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;
import scala.Function1;
import scala.jdk.javaapi.CollectionConverters;

@Test(singleThreaded = true)
public class TestSummarizeTask {
    private static final IndexedColumn VALUE =
            new IndexedColumn("value", ScalarType.VARCHAR, new ColumnOrigin(0, "string", Reading.AS_STORED), false);
    private static final List<IndexDefinition> DEFINITIONS =
            List.of(new IndexDefinition("minmax", List.of(VALUE), Map.of()));
    private static final ReaderProfile TEXT = new ReaderProfile(SourceFormat.TEXT, "spark/text", Lines.NONE);

    private final Configuration configuration = new Configuration();
    private final Instant listed = Instant.now().minusSeconds(60);
    private Path folder;
    private IndexedTable table;
    private IndexAddress address;

    @BeforeMethod
    public void createFolder() throws IOException {
        folder = Files.createTempDirectory("summarize");
        org.apache.hadoop.fs.Path data = new org.apache.hadoop.fs.Path(folder.toUri());
        table = new IndexedTable("path", data.getName(), Locations.inIndex(data));
        address = new IndexAddress(configuration, table, new IndexRoot(data, Optional.empty()));
    }

    @AfterMethod(alwaysRun = true)
    public void deleteFolder() throws IOException {
        deleteRecursively(folder, ALLOW_INSECURE);
    }

    @Test
    public void testFileThatStaysAsItWasListed() throws IOException {
        Summarised made = summarise(() -> {});
        assertThat(made.files()).isEqualTo(1);
        assertThat(made.failures()).isEmpty();
        assertThat(isCovered()).isTrue();
    }

    /** A build that reads another version must not know it under the listed one, which may be there again. */
    @Test
    public void testFileThatIsAnotherOneWhileItIsRead() throws IOException {
        Summarised made = summarise(() -> write("other", listed.plusSeconds(5)));
        assertThat(made.files()).isZero();
        assertThat(made.failures())
                .singleElement()
                .asString()
                .contains("Object changed while it was summarised; the next build tries again");
        write("first", listed);
        assertThat(isCovered()).isFalse();
    }

    @Test
    public void testFileThatIsGone() throws IOException {
        Summarised made = summarise(() -> {
            try {
                Files.delete(folder.resolve("file"));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        assertThat(made.files()).isZero();
        assertThat(made.failures()).hasSize(1);
        write("first", listed);
        assertThat(isCovered()).isFalse();
    }

    @DataProvider
    public Object[][] failures() {
        return new Object[][] {
            {new Exception("checked, and not declared"), "checked, and not declared"},
            {new UnsupportedOperationException(), "java.lang.UnsupportedOperationException"},
            {new InterruptedException("stopped"), "stopped"},
            {new NoClassDefFoundError("org/codec/Codec"), "java.lang.NoClassDefFoundError: org/codec/Codec"},
            {new AssertionError("assertion failed"), "java.lang.AssertionError: assertion failed"},
            {new StackOverflowError(), "java.lang.StackOverflowError"},
        };
    }

    /** One file must not take the others out of the index, whatever Spark's reader throws. */
    @Test(dataProvider = "failures")
    public void testFileThatCannotBeRead(Throwable failure, String message) throws IOException {
        Summarised made = summarise(() -> sneak(failure));
        assertThat(Thread.interrupted()).isEqualTo(failure instanceof InterruptedException);
        assertThat(made.files()).isZero();
        assertThat(made.failures()).singleElement().asString().endsWith("/file cannot be summarised: " + message);
    }

    /** Throws as Scala does, which knows no checked exceptions. */
    @SuppressWarnings("unchecked")
    private static <E extends Throwable> void sneak(Throwable failure) throws E {
        throw (E) failure;
    }

    /** Summarises a file that changes just before it is read. */
    private Summarised summarise(Runnable change) throws IOException {
        write("first", listed);
        FileStatus file = status();
        Function1<PartitionedFile, scala.collection.Iterator<InternalRow>> reader = piece -> {
            change.run();
            InternalRow row = new GenericInternalRow(new Object[] {UTF8String.fromString("read")});
            return CollectionConverters.asScala(Iterators.singletonIterator(row));
        };
        SummarizeTask task = new SummarizeTask(
                address,
                address.open().beginBuild(),
                DEFINITIONS,
                List.of(VALUE),
                new WantedRows(new StructType().add("value", "string"), -1, null),
                TEXT,
                1,
                reader,
                reader);
        ListedFile planned = new ListedFile(file, ObjectVersions.of(table, file));
        return Iterators.getOnlyElement(task.call(List.of(planned).iterator()));
    }

    /** Returns whether a build would find the file summarised, as it is now. */
    private boolean isCovered() throws IOException {
        TableIndex index = address.open();
        return index.coverage().covers(new LiveObject(ObjectVersions.of(table, status()), TEXT.text()), DEFINITIONS);
    }

    private FileStatus status() throws IOException {
        org.apache.hadoop.fs.Path path =
                new org.apache.hadoop.fs.Path(folder.resolve("file").toUri());
        return path.getFileSystem(configuration).getFileStatus(path);
    }

    /** Writes as many bytes each time. */
    private void write(String content, Instant modified) {
        try {
            Files.writeString(folder.resolve("file"), content);
            Files.setLastModifiedTime(folder.resolve("file"), FileTime.from(modified));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
