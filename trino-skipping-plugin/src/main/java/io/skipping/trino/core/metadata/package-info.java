// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** Holds what the metadata and the split managers of all connectors have in common: how a scan is asked for, and pruned. */
package io.skipping.trino.core.metadata;
