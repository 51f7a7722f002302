// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** Reads the conditions of a filter that the engine does not show to connectors. */
package io.skipping.trino.core.hidden;
