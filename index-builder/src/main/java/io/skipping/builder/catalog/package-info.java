// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/**
 * Sends SQL to a catalog of this connector, and reads its answers. The command knows the connector only by this SQL ({@link
 * io.skipping.builder.catalog.SkippingSql}).
 */
package io.skipping.builder.catalog;
