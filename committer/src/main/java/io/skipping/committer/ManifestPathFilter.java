// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer;

import io.skipping.committer.data.DataSets;
import io.skipping.committer.name.AttemptNames;
import io.skipping.committer.store.HadoopFiles;
import io.skipping.committer.store.HadoopPaths;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configurable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.PathFilter;
import org.apache.hadoop.util.StringUtils;

/**
 * Lets Spark and MapReduce read only the objects that count. Set it as {@code mapreduce.input.pathFilter.class}.
 *
 * <p>The root of a data set is the nearest folder above an object whose name is not that of a partition, or the job's
 * input folder if that is further up. Each filter, and so each listing of a job, reads a manifest only once.
 *
 * <p>Hadoop asks for an input folder before it lists it. The manifest is read then, because a listing that is older than
 * the manifest would lack objects that count.
 */
public class ManifestPathFilter implements PathFilter, Configurable, Serializable {
    private static final String INPUT_FOLDERS = "mapreduce.input.fileinputformat.inputdir";

    /** A MapFile is a folder that contains this file. */
    private static final String MAP_FILE_DATA = "/data";

    private transient Configuration configuration = new Configuration();
    private transient Map<Path, DataSets> byRoot = new ConcurrentHashMap<>();

    /** The input folders as paths of each file system. A job may have thousands, and they are looked up for each object. */
    private transient Map<URI, Set<Path>> inputFolders = new ConcurrentHashMap<>();

    @Override
    public void setConf(Configuration configuration) {
        this.configuration = configuration;
        inputFolders.clear();
    }

    @Override
    public Configuration getConf() {
        return configuration;
    }

    @Override
    public boolean accept(Path path) {
        try {
            FileSystem fileSystem = path.getFileSystem(configuration);
            Path qualified = fileSystem.makeQualified(path);
            if (qualified.getParent() == null || inputFolders(fileSystem).contains(qualified)) {
                readManifest(qualified, fileSystem);
                return true;
            }
            Path root = root(qualified.getParent(), fileSystem);
            DataSets dataSets = dataSets(root, fileSystem);
            String relative = relative(root, qualified);
            if (!dataSets.replacesVersions(relative)) {
                return dataSets.counts(relative, 0, 0)
                        || AttemptNames.attemptOfPath(relative).isPresent()
                                && isFolder(qualified, fileSystem)
                                && dataSets.counts(relative + MAP_FILE_DATA, 0, 0);
            }
            FileStatus status = fileSystem.getFileStatus(qualified);
            String object =
                    status.isDirectory() && AttemptNames.attemptOfPath(relative).isPresent()
                            ? relative + MAP_FILE_DATA
                            : relative;
            return dataSets.counts(object, status.getLen(), status.getModificationTime());
        } catch (IOException e) {
            throw new UncheckedIOException("Can't tell whether %s is part of its data set".formatted(path), e);
        }
    }

    /** Returns false for a file: HDFS says that nobody may look for a manifest below one. Returns false also if nothing is there any more. */
    private static boolean isFolder(Path path, FileSystem fileSystem) throws IOException {
        try {
            return fileSystem.getFileStatus(path).isDirectory();
        } catch (FileNotFoundException e) {
            return false;
        }
    }

    private DataSets dataSets(Path root, FileSystem fileSystem) {
        return byRoot.computeIfAbsent(root, key -> new DataSets(new HadoopFiles(fileSystem, key)));
    }

    /**
     * Reads the manifests that are asked for objects directly in an input folder: of a partition also its own. Does nothing if the
     * input is a file.
     */
    private void readManifest(Path input, FileSystem fileSystem) throws IOException {
        Path root = root(input, fileSystem);
        try {
            dataSets(root, fileSystem).read(root.equals(input) ? "" : relative(root, input) + "/");
        } catch (IOException e) {
            if (fileSystem.getFileStatus(input).isDirectory()) {
                throw e;
            }
        }
    }

    private Path root(Path folder, FileSystem fileSystem) {
        Set<Path> inputs = inputFolders(fileSystem);
        Path root = HadoopPaths.withoutPartitions(folder);
        for (Path above = root; above != null; above = above.getParent()) {
            if (inputs.contains(above)) {
                return above;
            }
        }
        return root;
    }

    private Set<Path> inputFolders(FileSystem fileSystem) {
        return inputFolders.computeIfAbsent(fileSystem.getUri(), uri -> parseInputFolders(fileSystem));
    }

    private Set<Path> parseInputFolders(FileSystem fileSystem) {
        return Stream.of(StringUtils.split(configuration.get(INPUT_FOLDERS, "")))
                .filter(input -> !input.isEmpty())
                .map(StringUtils::unEscapeString)
                .map(Path::new)
                .map(input -> HadoopPaths.qualified(input, fileSystem, configuration))
                .collect(Collectors.toSet());
    }

    private static String relative(Path root, Path path) {
        String base = root.toUri().getPath();
        return path.toUri().getPath().substring(base.endsWith("/") ? base.length() : base.length() + 1);
    }

    // Spark sends filters to executors when there is much to list

    private void writeObject(ObjectOutputStream out) throws IOException {
        out.defaultWriteObject();
        configuration.write(out);
    }

    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
        in.defaultReadObject();
        configuration = new Configuration(false);
        configuration.readFields(in);
        byRoot = new ConcurrentHashMap<>();
        inputFolders = new ConcurrentHashMap<>();
    }
}
