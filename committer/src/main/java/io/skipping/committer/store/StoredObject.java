// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer.store;

import java.util.Optional;

/** Describes an object as a listing shows it. */
public record StoredObject(String path, long size, long modifiedMillis, Optional<String> etag) {}
