// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** Plans of Iceberg tables of many data files. */
package io.skipping.benchmarks.icebergplanning;
