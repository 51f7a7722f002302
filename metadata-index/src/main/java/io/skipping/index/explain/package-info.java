// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** Says for each condition of a scan what an index leaves, or why it leaves everything and what would help, in words that engines share. */
package io.skipping.index.explain;
