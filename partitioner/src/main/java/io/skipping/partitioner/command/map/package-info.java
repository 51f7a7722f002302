// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** Draws a layout as a map. */
package io.skipping.partitioner.command.map;
