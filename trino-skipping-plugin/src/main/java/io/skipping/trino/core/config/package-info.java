// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** The properties of a catalog and of a session that the plugin adds to those of the connector that it wraps. */
package io.skipping.trino.core.config;
