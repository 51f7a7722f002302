// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/**
 * Gzip files of many members, each of which can be read without the others, so that parts of the file can be skipped. They
 * are read by everything that reads gzip.
 */
package io.skipping.committer.codec;
