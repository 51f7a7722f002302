// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** Where a catalog starts: the plugin, its connector, and what is bound to what. */
package io.skipping.trino;
