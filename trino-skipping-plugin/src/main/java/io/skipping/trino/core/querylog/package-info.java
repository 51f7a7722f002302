// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** Logs the conditions of queries on tables, as training data for layouts; docs/query-log.md specifies the lines. */
package io.skipping.trino.core.querylog;
