// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** Measures what columnar formats gain over text, and how much of that skipping gives back to text. */
package io.skipping.benchmarks.formats;
