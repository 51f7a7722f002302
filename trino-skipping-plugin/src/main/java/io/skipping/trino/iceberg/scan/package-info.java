// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** Handles the splits of a scan of an Iceberg table: prunes and cuts them, and keeps out of statements that write. */
package io.skipping.trino.iceberg.scan;
