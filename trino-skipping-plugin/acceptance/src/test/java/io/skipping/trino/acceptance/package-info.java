// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** Tests of the packaged plugin, on a real server or a real store. */
package io.skipping.trino.acceptance;
