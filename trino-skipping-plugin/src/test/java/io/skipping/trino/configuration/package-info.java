// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** The page {@code docs/configuration.md}, made from the code that reads the settings. */
package io.skipping.trino.configuration;
