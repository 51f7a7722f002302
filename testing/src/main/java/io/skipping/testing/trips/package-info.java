// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** Generates trips of taxis: files as users have them, of several formats, in the order in which trips ended. */
package io.skipping.testing.trips;
