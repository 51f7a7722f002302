// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** Table handles, splits and columns of the Hive connector, with what the index adds to them. */
package io.skipping.trino.hive.handle;
