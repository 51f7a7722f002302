// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** Implements the command line: trains models, reports what they would save, draws them, and rewrites tables. */
package io.skipping.partitioner.command;
