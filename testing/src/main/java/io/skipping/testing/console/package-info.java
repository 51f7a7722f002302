// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** Numbers and steps for people who watch. */
package io.skipping.testing.console;
