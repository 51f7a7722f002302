// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** Asks for the state of indexes, and lays it out for people and programs. */
package io.skipping.builder.status;
