// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** Reads by reflection what the engine knows of a filter and its SPI does not show. */
package io.skipping.trino.core.engine;
