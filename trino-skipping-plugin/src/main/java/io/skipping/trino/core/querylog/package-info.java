// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** An event listener that keeps what queries ask of tables, for training layouts; docs/query-log.md specifies its lines. */
package io.skipping.trino.core.querylog;
