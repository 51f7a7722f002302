// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.demo;

import io.skipping.testing.meters.MeterOptions;
import java.util.Optional;

/**
 * Says what is queried, and how.
 *
 * @param range bytes of data per summary, such as {@code 8MB}; the connector's default if absent
 * @param kilometres width of the box that the queries select
 * @param runs number of measured runs of each query
 */
record DemoOptions(MeterOptions data, Optional<String> range, double kilometres, int runs) {}
