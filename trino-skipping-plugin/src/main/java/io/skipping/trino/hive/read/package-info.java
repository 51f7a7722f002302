// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/**
 * Reads a range of an object in one bounded request. For each split, the stock readers of line formats first request
 * the object's size, and then everything from the start of the split to the end of the object. Here they, and this
 * project's columnar text reader, read from a file that knows its size and fetches no more than the range. For gzip
 * members, they read the decompressed text.
 */
package io.skipping.trino.hive.read;
