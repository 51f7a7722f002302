// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.folder;

import com.google.common.base.CharMatcher;
import com.google.common.base.Throwables;
import io.airlift.log.Logger;
import io.skipping.index.IndexedTable;
import io.skipping.index.store.IndexLayout;
import io.trino.filesystem.FileIterator;
import io.trino.filesystem.Location;
import io.trino.filesystem.TrinoFileSystem;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.NoSuchFileException;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;

/** Recognises folders that hold only indexes, and removes them. */
public final class IndexFolders {
    private static final Logger log = Logger.get(IndexFolders.class);

    /**
     * Bounds the attempts to delete a folder. A concurrent build writes about one file a second, and stops when it
     * finds that its marker is gone.
     */
    private static final int ATTEMPTS = 50;

    /** Bounds how often an empty folder is looked at, in which a build may be about to make that of its index. */
    private static final int LOOKS_AT_AN_EMPTY_FOLDER = 10;

    private static final long PAUSE_MILLIS = 20;

    /** Matches the names that file systems give the folders in which the writes of a query are staged. */
    private static final Pattern UUID = Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");

    private IndexFolders() {}

    /** Changes a folder, and may fail because a build writes into the folder at the same time. */
    public interface FolderAction {
        public void run() throws IOException;
    }

    /** Returns whether the name of a file or folder shows that it belongs to an index. */
    static boolean isOfIndex(Location folder, Location inside) {
        String prefix = withSlash(folder).path();
        return inside.path().startsWith(prefix)
                && ("/" + inside.path().substring(prefix.length()) + "/").contains("/" + IndexLayout.FOLDER + "/");
    }

    /** Returns whether the folder holds only indexes. An empty or missing folder does not. */
    static boolean holdsOnlyIndexes(TrinoFileSystem fileSystem, Location folder) throws IOException {
        Location directory = withSlash(folder);
        // for most folders, this single request shows that they do not qualify
        if (!fileSystem
                .directoryExists(directory.appendPath(IndexLayout.FOLDER))
                .orElse(false)) {
            return false;
        }
        return isEmptyApartFromIndexes(fileSystem, directory);
    }

    private static boolean isEmptyApartFromIndexes(TrinoFileSystem fileSystem, Location directory) throws IOException {
        FileIterator files = fileSystem.listFiles(directory);
        while (files.hasNext()) {
            if (!isOfIndex(directory, files.next().location())) {
                return false;
            }
        }
        // last, because listing the folders of an object store takes as long as listing all its objects
        return fileSystem.listDirectories(directory).stream().allMatch(inside -> isOfIndex(directory, inside));
    }

    /**
     * Returns whether a folder exists and holds anything but indexes, or nothing at all, even while a build writes to
     * it. Empty if the file system cannot tell. On a disk, a build makes the table's folder first and that of the
     * index then, so an empty folder is looked at more than once; but not one of staged writes, which each commit asks
     * for, and no build writes to.
     */
    static Optional<Boolean> isOccupied(TrinoFileSystem fileSystem, Location folder) throws IOException {
        int empty = 0;
        for (int attempt = 1; ; attempt++) {
            // before what it holds: what is seen to be no index then was there, and not made by a build in the meantime
            Optional<Boolean> exists = fileSystem.directoryExists(folder);
            if (!exists.orElse(false)) {
                return exists;
            }
            try {
                if (holdsOnlyIndexes(fileSystem, folder)) {
                    return Optional.of(false);
                }
                if (!isEmptyApartFromIndexes(fileSystem, withSlash(folder))
                        || isOfStagedWrites(folder)
                        || ++empty == LOOKS_AT_AN_EMPTY_FOLDER) {
                    return exists;
                }
            } catch (IOException e) {
                if (attempt == ATTEMPTS || !isDisturbed(e)) {
                    throw e;
                }
            }
            pause();
        }
    }

    private static boolean isOfStagedWrites(Location folder) {
        String path = CharMatcher.is('/').trimTrailingFrom(folder.path());
        return UUID.matcher(path.substring(path.lastIndexOf('/') + 1)).matches();
    }

    /**
     * Removes a folder if it holds only indexes.
     *
     * @return whether the folder held only indexes
     */
    static boolean remove(TrinoFileSystem fileSystem, Location folder) throws IOException {
        if (!holdsOnlyIndexes(fileSystem, folder)) {
            return false;
        }
        log.info("Removing the remains of a build in %s", folder);
        fileSystem.deleteDirectory(withSlash(folder).appendPath(IndexLayout.FOLDER));
        // where folders are more than name prefixes, the table's own folder still exists
        Optional<Boolean> exists = fileSystem.directoryExists(folder);
        if (exists.orElse(false)
                && fileSystem.listDirectories(withSlash(folder)).isEmpty()
                && !fileSystem.listFiles(withSlash(folder)).hasNext()) {
            fileSystem.deleteDirectory(folder);
        }
        return true;
    }

    /**
     * Runs an action that changes a folder. If the action fails and the folder then holds only indexes, they are
     * removed and the action is run again.
     *
     * @param folder the folder that must not exist for the action to succeed
     */
    public static void run(TrinoFileSystem fileSystem, Location folder, FolderAction action) throws IOException {
        for (int attempt = 1; ; attempt++) {
            try {
                action.run();
                return;
            } catch (IOException e) {
                if (attempt == ATTEMPTS || !isInTheWay(fileSystem, folder)) {
                    throw e;
                }
            }
            pause();
        }
    }

    /**
     * Deletes a folder and everything in it, even while a build writes to the folder or removes what it wrote. A local
     * disk is deleted file by file, and a deletion stops at a file that has been deleted concurrently. The remaining
     * files, possibly rows of the table, would still exist then, so the deletion is repeated.
     *
     * @param wanted returns whether the folder should still be deleted; called before every attempt except the first
     */
    public static void delete(TrinoFileSystem fileSystem, Location folder, BooleanSupplier wanted) throws IOException {
        for (int attempt = 1; attempt == 1 || wanted.getAsBoolean(); attempt++) {
            try {
                fileSystem.deleteDirectory(folder);
                return;
            } catch (IOException e) {
                if (attempt == ATTEMPTS || !(isDisturbed(e) || isInTheWay(fileSystem, folder))) {
                    throw e;
                }
            }
            pause();
        }
    }

    /** Returns whether a deletion of a folder failed because something was written to it, or deleted, at the same time. */
    public static boolean isDisturbed(Throwable failure) {
        return Throwables.getCausalChain(failure).stream()
                .anyMatch(cause -> cause instanceof NoSuchFileException || cause instanceof DirectoryNotEmptyException);
    }

    private static boolean isInTheWay(TrinoFileSystem fileSystem, Location folder) {
        try {
            return remove(fileSystem, folder);
        } catch (IOException e) {
            // a build wrote to the folder in the meantime
            log.debug(e, "Cannot remove %s", folder);
            return true;
        }
    }

    private static void pause() {
        try {
            Thread.sleep(PAUSE_MILLIS);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    static Location withSlash(Location folder) {
        String location = folder.toString();
        return location.endsWith("/") || folder.path().isEmpty() ? folder : Location.of(location + "/");
    }

    /**
     * Returns the location of an index after its table was renamed and its folder moved. An index outside the table's
     * folder does not move.
     */
    public static Location moved(IndexedTable old, IndexedTable renamed) {
        String name = IndexLayout.of(old, Optional.empty()).directory().name();
        return child(renamed.location(), IndexLayout.FOLDER).appendPath(name);
    }

    public static Location child(String folder, String name) {
        return Location.of(CharMatcher.is('/').trimTrailingFrom(folder)).appendPath(name);
    }
}
