// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** Gives each row the number of the object that a layout puts it in, as a partitioning function of the engine. */
package io.skipping.trino.core.layout;
