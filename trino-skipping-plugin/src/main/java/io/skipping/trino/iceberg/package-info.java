// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** Holds the connector's metadata, which wraps that of Trino's Iceberg connector. */
package io.skipping.trino.iceberg;
