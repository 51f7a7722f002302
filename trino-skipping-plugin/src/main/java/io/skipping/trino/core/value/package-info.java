// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** Converts values between Trino and the index: types, native values, sets of values, and blocks. */
package io.skipping.trino.core.value;
