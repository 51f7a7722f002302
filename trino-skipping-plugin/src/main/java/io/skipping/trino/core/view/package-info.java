// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** The columns and rows of the system tables that show an index. */
package io.skipping.trino.core.view;
