// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** Folders on this machine: those of this project's checkout, and what the build has left in them. */
package io.skipping.testing.folder;
