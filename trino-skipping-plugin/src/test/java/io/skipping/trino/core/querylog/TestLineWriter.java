// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.querylog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.testng.annotations.AfterMethod;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.Test;

@Test(singleThreaded = true)
public class TestLineWriter {
    private Path folder;
    private Path file;

    @BeforeMethod
    public void makeFolder() throws IOException {
        folder = Files.createTempDirectory("query-log");
        file = folder.resolve("logs").resolve("queries.jsonl");
    }

    @AfterMethod(alwaysRun = true)
    public void deleteFolder() throws IOException {
        try (var paths = Files.walk(folder)) {
            for (Path path :
                    paths.sorted((left, right) -> right.compareTo(left)).toList()) {
                Files.delete(path);
            }
        }
    }

    @Test
    public void testPutsFilesAsideAndDeletesTheOldest() throws IOException {
        try (RotatedFile log = new RotatedFile(file, 8, 3)) {
            for (String line : List.of("one", "two", "three", "longer than a file", "five", "six")) {
                log.append(line);
            }
        }
        assertThat(Files.readString(file)).isEqualTo("six\n");
        assertThat(Files.readString(numbered(1))).isEqualTo("five\n");
        assertThat(Files.readString(numbered(2)))
                .as("one line is written whatever its length")
                .isEqualTo("longer than a file\n");
        assertThat(numbered(3)).doesNotExist();
    }

    @Test
    public void testKeepsOneFileIfThatIsAll() throws IOException {
        try (RotatedFile log = new RotatedFile(file, 8, 1)) {
            log.append("one");
            log.append("two");
            log.append("three");
        }
        assertThat(Files.readString(file)).isEqualTo("three\n");
        assertThat(numbered(1)).doesNotExist();
    }

    /** The lines may have personal data. An operator who lets others read them wants that of the next files, too. */
    @Test
    public void testOthersMayReadOnlyWhatTheyAreAllowedTo() throws IOException {
        try (RotatedFile log = new RotatedFile(file, 4, 3)) {
            log.append("one");
            assertThat(permissions(file)).isEqualTo("rw-------");
            log.append("two");
            assertThat(permissions(file)).isEqualTo("rw-------");
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
            log.append("three");
            assertThat(permissions(file)).isEqualTo("rw-r-----");
            assertThat(permissions(numbered(2))).isEqualTo("rw-------");
        }
    }

    private static String permissions(Path file) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    }

    @Test
    public void testGoesOnBehindTheLastWholeLine() throws IOException {
        Files.createDirectories(file.getParent());
        // half a line that is longer than what is looked at in one go
        Files.writeString(file, "one\n" + "x".repeat(20_000));
        try (RotatedFile log = new RotatedFile(file, 1_000_000, 2)) {
            log.append("two");
        }
        assertThat(Files.readString(file)).isEqualTo("one\ntwo\n");
    }

    @Test
    public void testGoesOnWhereOthersHaveTruncatedTheFile() throws IOException {
        try (RotatedFile log = new RotatedFile(file, 12, 2)) {
            log.append("one");
            log.append("two");
            Files.write(file, new byte[0]);
            log.append("three");
            log.append("four");
        }
        assertThat(Files.readString(file)).isEqualTo("three\nfour\n");
        assertThat(numbered(1)).as("the file was not full").doesNotExist();
    }

    /** As logrotate does with create, and as somebody does who begins the log anew. */
    @Test
    public void testGoesOnInANewFileIfOthersHaveMovedOrDeletedIt() throws IOException {
        try (RotatedFile log = new RotatedFile(file, 1_000, 2)) {
            log.append("one");
            Files.move(file, numbered(7));
            log.append("two");
            Files.move(file, numbered(8));
            Files.writeString(file, "of others\n");
            log.append("three");
            assertThat(Files.readString(file)).isEqualTo("of others\nthree\n");
            Files.delete(file);
            log.append("four");
            assertThat(Files.readString(file)).isEqualTo("four\n");
        }
        assertThat(Files.readString(numbered(7))).isEqualTo("one\n");
        assertThat(Files.readString(numbered(8))).isEqualTo("two\n");
    }

    @Test
    public void testALineThatOthersHaveTruncatedSpoilsNoOther() throws IOException {
        try (RotatedFile log = new RotatedFile(file, 1_000, 2)) {
            log.append("one");
            log.append("two");
            Files.writeString(file, "one\ntw");
            log.append("three");
            Files.writeString(file, "o");
            log.append("four");
        }
        assertThat(Files.readString(file)).isEqualTo("four\n");

        try (RotatedFile log = new RotatedFile(file, 1_000, 2)) {
            log.append("five");
            Files.writeString(file, "four\nfi");
            log.append("six");
        }
        assertThat(Files.readString(file)).isEqualTo("four\nsix\n");
    }

    /** An interrupt closes the channel, as a stale handle of NFS makes it unusable. */
    @Test
    public void testAChannelThatBecomesUnusableIsOpenedAgain() throws IOException {
        try (RotatedFile log = new RotatedFile(file, 1_000, 2)) {
            log.append("one");
            Thread.currentThread().interrupt();
            try {
                assertThatThrownBy(() -> log.append("two")).isInstanceOf(ClosedByInterruptException.class);
            } finally {
                Thread.interrupted();
            }
            log.append("three");
        }
        assertThat(Files.readString(file)).isEqualTo("one\nthree\n");
    }

    @Test
    public void testAFileThatWasNotPossibleIsTriedAgain() throws IOException {
        LineWriter writer = new LineWriter(new RotatedFile(file, 4, 2));
        // its place is taken by a folder that is not empty
        Files.createDirectories(numbered(1).resolve("in the way"));
        writer.add(() -> "one");
        writer.add(() -> "two");
        writer.close();
        assertThat(writer.dropped()).as("the line that needed another file").isEqualTo(1);
        assertThat(Files.readString(file)).isEqualTo("one\n");

        Files.delete(numbered(1).resolve("in the way"));
        writer = new LineWriter(new RotatedFile(file, 4, 2));
        writer.add(() -> "three");
        writer.close();
        assertThat(writer.dropped()).isZero();
        assertThat(Files.readString(file)).isEqualTo("three\n");
        assertThat(Files.readString(numbered(1))).isEqualTo("one\n");
    }

    @Test
    public void testNobodyWaitsForADiskThatHangs() throws Exception {
        CountDownLatch hangs = new CountDownLatch(1);
        CountDownLatch taken = new CountDownLatch(1);
        LineWriter writer = new LineWriter(new RotatedFile(file, 1_000_000, 2));
        writer.add(() -> {
            taken.countDown();
            await(hangs);
            return "first";
        });
        taken.await();
        for (int line = 0; line < LineWriter.MOST_WAITING + 7; line++) {
            writer.add(() -> "another");
        }
        assertThat(writer.dropped()).isEqualTo(7);
        hangs.countDown();
        writer.close();
        assertThat(Files.readAllLines(file))
                .hasSize(1 + LineWriter.MOST_WAITING)
                .startsWith("first", "another");
    }

    @Test
    public void testOneBadLineIsNotTheEnd() throws IOException {
        LineWriter writer = new LineWriter(new RotatedFile(file, 1_000_000, 2));
        writer.add(() -> {
            throw new IllegalStateException("can't be written");
        });
        writer.add(() -> {
            throw new OutOfMemoryError("for this line");
        });
        writer.add(() -> "fine");
        writer.close();
        writer.add(() -> "too late");
        assertThat(writer.dropped()).isEqualTo(3);
        assertThat(Files.readAllLines(file)).containsExactly("fine");
    }

    private Path numbered(int number) {
        return file.resolveSibling("queries.jsonl." + number);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
