// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** Runs the demo: queries of an energy company over raw objects, with and without skipping, on a real server. */
package io.skipping.demo;
