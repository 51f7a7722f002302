// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** Rules for the sources of all modules that a program can check. */
package io.skipping.conventions;
