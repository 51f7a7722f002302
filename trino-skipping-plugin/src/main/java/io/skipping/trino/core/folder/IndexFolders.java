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

/** Recognises folders that hold nothing but indexes, and removes them. */
public final class IndexFolders {
    private static final Logger log = Logger.get(IndexFolders.class);

    /** A build that goes on meanwhile writes a file each second or so, and stops as it finds its marker gone. */
    private static final int ATTEMPTS = 50;

    private static final long PAUSE_MILLIS = 20;

    private IndexFolders() {}

    /** Something that a build may disturb, as it writes into the folder at the same time. */
    public interface FolderAction {
        public void run() throws IOException;
    }

    /** Returns whether the name of a file or folder says that it belongs to an index. */
    static boolean isOfIndex(Location folder, Location inside) {
        String prefix = withSlash(folder).path();
        return inside.path().startsWith(prefix)
                && ("/" + inside.path().substring(prefix.length()) + "/").contains("/" + IndexLayout.FOLDER + "/");
    }

    /** Returns whether the folder is there for indexes alone. A folder that is empty, or not there, is not. */
    static boolean holdsOnlyIndexes(TrinoFileSystem fileSystem, Location folder) throws IOException {
        Location directory = withSlash(folder);
        // one request says of most folders that they are not of interest
        if (!fileSystem
                .directoryExists(directory.appendPath(IndexLayout.FOLDER))
                .orElse(false)) {
            return false;
        }
        FileIterator files = fileSystem.listFiles(directory);
        while (files.hasNext()) {
            if (!isOfIndex(directory, files.next().location())) {
                return false;
            }
        }
        // last, as a listing of an object store's folders takes as long as one of all objects
        return fileSystem.listDirectories(directory).stream().allMatch(inside -> isOfIndex(directory, inside));
    }

    /**
     * Removes a folder that holds only indexes.
     *
     * @return whether it was one
     */
    static boolean remove(TrinoFileSystem fileSystem, Location folder) throws IOException {
        if (!holdsOnlyIndexes(fileSystem, folder)) {
            return false;
        }
        log.info("Removing what a build left in %s", folder);
        fileSystem.deleteDirectory(withSlash(folder).appendPath(IndexLayout.FOLDER));
        // where folders are more than prefixes of names, the table's own is still there
        Optional<Boolean> exists = fileSystem.directoryExists(folder);
        if (exists.orElse(false)
                && fileSystem.listDirectories(withSlash(folder)).isEmpty()
                && !fileSystem.listFiles(withSlash(folder)).hasNext()) {
            fileSystem.deleteDirectory(folder);
        }
        return true;
    }

    /**
     * Does something to a folder. If that fails, and the folder then holds only indexes, they are removed and it is done again.
     *
     * @param folder that the action needs to be gone
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
     * Deletes a folder and all that is in it, also while a build writes there or takes back what it wrote. A disk deletes file by file,
     * and stops at one that somebody else has deleted meanwhile; the rest, a table's rows perhaps, is still there then.
     *
     * @param wanted whether the folder is still to be deleted, asked before each attempt but the first
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

    private static boolean isDisturbed(IOException failure) {
        return Throwables.getCausalChain(failure).stream()
                .anyMatch(cause -> cause instanceof NoSuchFileException || cause instanceof DirectoryNotEmptyException);
    }

    private static boolean isInTheWay(TrinoFileSystem fileSystem, Location folder) {
        try {
            return remove(fileSystem, folder);
        } catch (IOException e) {
            // a build has written in the middle of it
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

    /** Returns where the index of a table is after its folder became that of a table of another name, if it was in it. */
    public static Location moved(IndexedTable old, IndexedTable renamed) {
        String name = IndexLayout.of(old, Optional.empty()).directory().name();
        return child(renamed.location(), IndexLayout.FOLDER).appendPath(name);
    }

    public static Location child(String folder, String name) {
        return Location.of(CharMatcher.is('/').trimTrailingFrom(folder)).appendPath(name);
    }
}
