// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** Translates conditions on the results of monotone functions into conditions on their arguments. */
package io.skipping.trino.core.monotone;
