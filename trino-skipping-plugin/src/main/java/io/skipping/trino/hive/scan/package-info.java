// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/**
 * Handles the splits of a scan: prunes, cuts and counts them, and decides which filters the scan takes over from the
 * engine.
 */
package io.skipping.trino.hive.scan;
