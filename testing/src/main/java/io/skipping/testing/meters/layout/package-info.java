// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** Says which readings each object holds, and in what order. */
package io.skipping.testing.meters.layout;
