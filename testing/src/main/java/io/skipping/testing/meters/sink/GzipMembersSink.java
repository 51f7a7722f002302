// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.meters.sink;

import static java.util.Objects.requireNonNull;

import io.skipping.committer.codec.GzipMembersOutputStream;
import java.io.IOException;

/**
 * Compresses objects in gzip members, as the committer's codec does for Spark, and appends {@code .gz} to their names.
 */
public final class GzipMembersSink implements ObjectSink {
    private final ObjectSink objects;

    /** Creates a sink that stores compressed objects in another one. */
    public GzipMembersSink(ObjectSink objects) {
        this.objects = requireNonNull(objects, "objects is null");
    }

    @Override
    public void write(String key, Content content) throws IOException {
        objects.write(key + ".gz", out -> {
            GzipMembersOutputStream members =
                    new GzipMembersOutputStream(out, GzipMembersOutputStream.DEFAULT_MEMBER_TEXT);
            content.writeTo(members);
            members.finish();
        });
    }
}
