// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** Statistics of Iceberg tables that statements collect. */
package io.skipping.trino.iceberg.statistics;
