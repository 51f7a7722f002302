// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** Shows an index as system tables: their columns and rows. */
package io.skipping.trino.core.view;
