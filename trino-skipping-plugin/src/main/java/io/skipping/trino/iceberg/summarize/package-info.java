// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** Implements the table function {@code system.summarize} for Iceberg tables. */
package io.skipping.trino.iceberg.summarize;
