// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** Generates log lines of a web site: text to search for words. */
package io.skipping.testing.logs;
