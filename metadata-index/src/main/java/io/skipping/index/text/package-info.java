// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** Finds what is in every text that matches a regular expression. */
package io.skipping.index.text;
