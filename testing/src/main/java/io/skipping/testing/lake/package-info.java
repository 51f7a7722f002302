// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/**
 * Runs a Trino over a local S3 that reads the same tables by this project's connector and by the stock one, and the classes
 * that query and index these tables.
 */
package io.skipping.testing.lake;
