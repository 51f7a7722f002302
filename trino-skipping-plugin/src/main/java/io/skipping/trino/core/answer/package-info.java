// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** Aggregates that the index knows, so that no object need be read. */
package io.skipping.trino.core.answer;
