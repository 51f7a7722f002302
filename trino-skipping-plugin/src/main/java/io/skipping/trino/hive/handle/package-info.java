// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** Holds the table handles, splits and columns of the Hive connector, extended with what the index adds. */
package io.skipping.trino.hive.handle;
