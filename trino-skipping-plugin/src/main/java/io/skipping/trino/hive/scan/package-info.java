// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** The splits of a scan: asked about, dropped, cut and counted; and which filters the scan takes over from the engine. */
package io.skipping.trino.hive.scan;
