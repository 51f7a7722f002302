// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** {@code committer.jar}, for people. */
package io.skipping.committer.command;
