// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** Handles the splits of a scan: prunes, cuts and counts them. */
package io.skipping.trino.hive.scan;
