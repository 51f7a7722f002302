// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** Reads and writes the files of indexes through Hadoop's file systems. */
package io.skipping.spark.store;
