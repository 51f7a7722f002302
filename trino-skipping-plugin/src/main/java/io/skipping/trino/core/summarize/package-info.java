// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/**
 * Contains the parts of {@code system.summarize} that do not depend on a connector: the values of paths, footers, and
 * the result rows.
 */
package io.skipping.trino.core.summarize;
