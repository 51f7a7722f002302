// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** All distinct values of a range, where they are few. They decide every comparison exactly. */
package io.skipping.index.type.values;
