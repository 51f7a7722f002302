// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** Values between Trino and the index: its types, native values, sets of values and blocks as the index's, and back. */
package io.skipping.trino.core.value;
