// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** What {@code system.summarize} needs that is not of one connector: values of paths, footers, and the rows that it returns. */
package io.skipping.trino.core.summarize;
