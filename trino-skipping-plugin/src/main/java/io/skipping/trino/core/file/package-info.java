// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** File systems that forward to another one. */
package io.skipping.trino.core.file;
