// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** Counts NULLs. The counts decide IS NULL, and prove that a range without any value satisfies no comparison. */
package io.skipping.index.type.nulls;
