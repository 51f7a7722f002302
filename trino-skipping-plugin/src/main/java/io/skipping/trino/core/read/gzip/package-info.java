// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/**
 * Gzip objects of several members (RFC 1952, section 2.2): where they may be cut, and the text of a part of them. The rule
 * for rows that cross the ends of parts is in {@link io.skipping.trino.core.read.gzip.LastRow}.
 */
package io.skipping.trino.core.read.gzip;
