// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** Starts commands on the Java that they need. */
package io.skipping.launcher;
