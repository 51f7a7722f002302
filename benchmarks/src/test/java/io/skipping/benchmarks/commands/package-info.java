// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** The commands as users start them. */
package io.skipping.benchmarks.commands;
