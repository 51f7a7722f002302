// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/**
 * Writes gzip files of many members. Each member can be read without the others, so readers can skip parts of the file.
 * Every gzip reader can read such files.
 */
package io.skipping.committer.codec;
