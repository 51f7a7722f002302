// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer.endpoint;

import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.permission.FsPermission;

/**
 * Has no permissions for local files: to set them, Hadoop starts a process for each file where its native code is missing, which
 * took half of the CPU time of tests that write through it. The file {@code core-site.xml} of tests names it.
 */
public final class QuickLocalFiles extends LocalFileSystem {
    public QuickLocalFiles() {
        super(new RawLocalFileSystem() {
            @Override
            public void setPermission(Path path, FsPermission permission) {}
        });
    }
}
