// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/**
 * Keeps what a store says of the content of objects when it lists or sends them, and Trino's file systems do not hand on: the ETags of S3.
 * They come with answers that are asked for anyway.
 */
package io.skipping.trino.core.listed;
