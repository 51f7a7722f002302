// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** Starts commands, after checking that the Java version is new enough. */
package io.skipping.launcher;
