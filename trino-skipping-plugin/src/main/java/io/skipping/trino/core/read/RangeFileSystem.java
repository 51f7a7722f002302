// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.read;

import static java.util.Objects.requireNonNull;

import io.skipping.trino.core.file.ForwardingFileSystem;
import io.trino.filesystem.Location;
import io.trino.filesystem.TrinoFileSystem;
import io.trino.filesystem.TrinoInputFile;
import java.time.Instant;

/** Reads one object through a {@link RangeBytes}; all other files are accessed as usual. */
public final class RangeFileSystem extends ForwardingFileSystem {
    private final Location location;
    private final TrinoInputFile object;

    public RangeFileSystem(TrinoFileSystem delegate, Location location, TrinoInputFile object) {
        super(delegate);
        this.location = requireNonNull(location, "location is null");
        this.object = requireNonNull(object, "object is null");
    }

    @Override
    public TrinoInputFile newInputFile(Location file) {
        return file.equals(location) ? object : super.newInputFile(file);
    }

    @Override
    public TrinoInputFile newInputFile(Location file, long length) {
        return file.equals(location) ? object : super.newInputFile(file, length);
    }

    @Override
    public TrinoInputFile newInputFile(Location file, long length, Instant lastModified) {
        return file.equals(location) ? object : super.newInputFile(file, length, lastModified);
    }
}
