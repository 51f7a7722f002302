// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** Plans one scan: applies the index to its objects, prunes what a limit makes unnecessary, and cuts the objects. */
package io.skipping.trino.core.scan;
