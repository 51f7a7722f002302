// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** Opens the pages of scans of Iceberg tables. */
package io.skipping.trino.iceberg.read;
