// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** Defines the catalog and session properties that the plugin adds to those of the connector that it wraps. */
package io.skipping.trino.core.config;
