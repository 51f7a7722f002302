// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** Holds what is different in Trino 483. Each release has classes of the same names, with the same methods for the rest of the plugin. */
package io.skipping.trino.iceberg.release;
