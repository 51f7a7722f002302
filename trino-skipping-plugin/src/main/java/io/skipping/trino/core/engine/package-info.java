// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** Names what the plugin asks of the engine where each of its releases gives it in another way. */
package io.skipping.trino.core.engine;
