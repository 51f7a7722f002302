// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** Compares layouts, and says what each would save and cost. */
package io.skipping.partitioner.command.advice;
