// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** Processes that are started in JVMs of their own. */
package io.skipping.testing.process;
