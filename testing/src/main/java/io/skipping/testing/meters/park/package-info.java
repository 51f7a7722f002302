// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** Says which meters there are, where they stand, and what each of them reads at which time. */
package io.skipping.testing.meters.park;
