// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** Functions that keep the order of values, or turn it around: what a condition on their results demands of their arguments. */
package io.skipping.trino.core.monotone;
