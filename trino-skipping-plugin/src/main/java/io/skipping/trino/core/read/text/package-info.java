// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** Finds lines and fields in text, and decodes the fields of a column together. */
package io.skipping.trino.core.read.text;
