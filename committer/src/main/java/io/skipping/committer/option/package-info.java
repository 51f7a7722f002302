// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** Defines the options that users may set. */
package io.skipping.committer.option;
