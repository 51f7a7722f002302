// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** Contains the handles of Iceberg tables with what the plugin adds, and describes their columns for the index. */
package io.skipping.trino.iceberg.handle;
