// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** How the objects of a Hive table are read, as far as the index must know. */
package io.skipping.trino.hive.format;
