// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** Sets up a catalog: the plugin, its connector, and the bindings. */
package io.skipping.trino;
