// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** Translates patterns over text into index predicates. */
package io.skipping.trino.core.text;
