// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/**
 * Implements the table function {@code system.summarize}. It finds the objects without a summary, and lets the workers
 * read and summarise them through the same readers that a query uses.
 */
package io.skipping.trino.hive.summarize;
