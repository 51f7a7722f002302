// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type;

import io.trino.spi.type.Type;

/**
 * One field of a kept summary.
 *
 * @param name lower-case, unique within the index type
 * @param type a type that Parquet can hold; the more natural, the more tools can read it
 */
public record SummaryField(String name, Type type) {}
