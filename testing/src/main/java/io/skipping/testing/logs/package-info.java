// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** Log lines of a web site, generated: text that is searched for words. */
package io.skipping.testing.logs;
