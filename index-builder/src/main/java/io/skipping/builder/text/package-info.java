// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** Lays out text for people. */
package io.skipping.builder.text;
