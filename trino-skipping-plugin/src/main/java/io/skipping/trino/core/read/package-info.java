// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/**
 * Reads a range of an object in one bounded request, through files that know their size and fetch the range and a
 * little more.
 */
package io.skipping.trino.core.read;
