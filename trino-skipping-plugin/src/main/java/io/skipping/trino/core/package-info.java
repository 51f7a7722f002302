// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/**
 * Holds what needs no more of Trino than its SPI, and serves tables of any connector. Its packages, and no other ones of the plugin, know
 * nothing of Hive.
 */
package io.skipping.trino.core;
