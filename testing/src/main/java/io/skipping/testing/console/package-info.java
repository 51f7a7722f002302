// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** Writes to the console for the people who watch: progress by steps, and readable numbers. */
package io.skipping.testing.console;
