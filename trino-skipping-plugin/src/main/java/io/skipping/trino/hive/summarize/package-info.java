// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/**
 * The table function {@code system.summarize}: finds the objects that have no summary, and has the workers read and
 * summarise them through the very readers that a query would use.
 */
package io.skipping.trino.hive.summarize;
