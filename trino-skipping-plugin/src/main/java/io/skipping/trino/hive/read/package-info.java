// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/**
 * Reads a range of an object in one bounded request. The stock readers of line formats ask for the size of the object
 * with each split, and then request everything from the start of the split to the end of the object. They, and our reader of
 * text by columns, are used here over a file that knows its size and fetches no more than the range; of gzip members, over
 * their text.
 */
package io.skipping.trino.hive.read;
