// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** Finds folders on this machine: the checkout of this project, and what the build has left in it. */
package io.skipping.testing.folder;
