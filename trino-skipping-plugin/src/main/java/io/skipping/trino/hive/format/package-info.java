// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** Describes how the objects of a Hive table are read, as far as the index needs to know. */
package io.skipping.trino.hive.format;
