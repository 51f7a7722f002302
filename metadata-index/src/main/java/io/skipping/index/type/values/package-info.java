// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** Keeps all distinct values of a range if there are few. They decide every comparison exactly. */
package io.skipping.index.type.values;
