// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** The command: trains models from files, and says what they would save. */
package io.skipping.partitioner.command;
