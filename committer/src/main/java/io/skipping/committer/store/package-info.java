// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** Defines what the protocol requires of a store, and provides it on Hadoop's file systems. */
package io.skipping.committer.store;
