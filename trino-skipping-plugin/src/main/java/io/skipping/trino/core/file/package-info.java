// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** Provides base classes for file systems that forward to another file system. */
package io.skipping.trino.core.file;
