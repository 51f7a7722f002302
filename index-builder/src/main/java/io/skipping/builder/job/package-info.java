// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** Holds what a run of the command works with: its streams, its clock, its interruption, and the errors that end it. */
package io.skipping.builder.job;
