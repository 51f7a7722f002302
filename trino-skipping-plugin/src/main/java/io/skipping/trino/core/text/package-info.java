// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** What patterns demand of text. */
package io.skipping.trino.core.text;
