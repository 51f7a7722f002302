// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** Decides for one scan what the index says of its objects, what a limit of rows leaves of that, and how objects are cut. */
package io.skipping.trino.core.scan;
