// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** What happens to the splits of a scan: asked about, dropped, cut, counted. */
package io.skipping.trino.hive.scan;
