// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** Implements the command line of {@code committer.jar}. */
package io.skipping.committer.command;
