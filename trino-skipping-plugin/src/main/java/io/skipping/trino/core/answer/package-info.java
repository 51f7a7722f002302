// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** Answers aggregates from the index, without reading any object. */
package io.skipping.trino.core.answer;
