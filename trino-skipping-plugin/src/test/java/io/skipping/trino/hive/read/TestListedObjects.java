// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.read;

import static com.google.common.io.MoreFiles.deleteRecursively;
import static com.google.common.io.RecursiveDeleteOption.ALLOW_INSECURE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.reflect.Reflection;
import io.skipping.trino.core.file.ForwardingFileSystem;
import io.trino.filesystem.Location;
import io.trino.filesystem.TrinoFileSystem;
import io.trino.filesystem.TrinoInputFile;
import io.trino.filesystem.local.LocalFileSystem;
import io.trino.hive.formats.HiveClassNames;
import io.trino.plugin.hive.HiveSplit;
import io.trino.plugin.hive.Schema;
import io.trino.spi.SplitWeight;
import io.trino.spi.TrinoException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.testng.annotations.AfterMethod;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.Test;

@Test(singleThreaded = true)
public class TestListedObjects {
    private Path root;

    @BeforeMethod
    public void createRoot() throws IOException {
        root = Files.createTempDirectory("listed-objects");
    }

    @AfterMethod(alwaysRun = true)
    public void deleteRoot() throws IOException {
        deleteRecursively(root, ALLOW_INSECURE);
    }

    private static final long LISTED = Instant.parse("2026-01-01T00:00:07.250Z").toEpochMilli();

    /** No store but S3 tells of which version it sends bytes, so it is asked afterwards. */
    @Test
    public void testAnObjectThatWasReplacedIsNotReadAsListed() throws IOException {
        write("object", "12", LISTED);
        write("other", "34", LISTED + 1000);
        write("longer", "345", LISTED);
        assertThat(readAsListed(() -> {})).isEqualTo("12");
        assertThatThrownBy(() -> readAsListed(() -> replace("other")))
                .as("of the same size")
                .hasMessage("Object changed while it was summarised; the next build tries again: local:///object");
        write("object", "12", LISTED);
        assertThatThrownBy(() -> readAsListed(() -> replace("longer")))
                .as("of the same time")
                .hasMessageStartingWith("Object changed");
        write("object", "12", LISTED);
        assertThatThrownBy(() -> readAsListed(() -> Files.delete(root.resolve("object"))))
                .hasMessageStartingWith("Object changed");
    }

    /** The message of a query would tell its user to run the query again. */
    @Test
    public void testAStoreThatDoesNotAnswerIsReported() throws IOException {
        write("object", "12", LISTED);
        TrinoFileSystem silent = new ForwardingFileSystem(new LocalFileSystem(root)) {
            @Override
            public TrinoInputFile newInputFile(Location file) {
                return Reflection.newProxy(TrinoInputFile.class, (_, _, _) -> {
                    throw new IOException("the store is busy");
                });
            }
        };
        assertThatThrownBy(() -> readAsListed(silent, () -> {}))
                .isInstanceOf(IOException.class)
                .hasMessage(
                        "Cannot tell whether local:///object changed while it was summarised; the next build tries again: the store is busy");
        assertThatThrownBy(() -> ListedObjects.isUnchanged(silent, split()))
                .isInstanceOf(TrinoException.class)
                .hasMessage("Cannot tell whether local:///object changed while the query ran: the store is busy");
    }

    private interface Change {
        void run() throws IOException;
    }

    /** Reads the object after a change. */
    private String readAsListed(Change change) throws IOException {
        return readAsListed(new LocalFileSystem(root), change);
    }

    private String readAsListed(TrinoFileSystem fileSystem, Change change) throws IOException {
        return ListedObjects.readAsListed(() -> fileSystem, split(), OptionalLong.empty(), () -> {
            String read = Files.readString(root.resolve("object"));
            change.run();
            return read;
        });
    }

    private static HiveSplit split() {
        return new HiveSplit(
                "",
                "local:///object",
                0,
                2,
                2,
                LISTED,
                new Schema(HiveClassNames.LAZY_SIMPLE_SERDE_CLASS, false, Map.of()),
                List.of(),
                OptionalInt.empty(),
                OptionalInt.empty(),
                false,
                Map.of(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                SplitWeight.standard());
    }

    private void write(String name, String content, long modifiedMillis) throws IOException {
        Files.writeString(root.resolve(name), content);
        Files.setLastModifiedTime(root.resolve(name), FileTime.fromMillis(modifiedMillis));
    }

    private void replace(String name) throws IOException {
        Files.move(root.resolve(name), root.resolve("object"), StandardCopyOption.REPLACE_EXISTING);
    }
}
