// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** Decides how processes that are started in JVMs of their own manage their memory. */
package io.skipping.testing.process;
