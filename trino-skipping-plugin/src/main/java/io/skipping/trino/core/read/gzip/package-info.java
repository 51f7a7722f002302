// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/**
 * Reads gzip objects of several members (RFC 1952, section 2.2): finds where they may be cut, and reads the text of a
 * part of them. {@link io.skipping.trino.core.read.gzip.LastRow} defines which part a row belongs to if it crosses a
 * cut.
 */
package io.skipping.trino.core.read.gzip;
