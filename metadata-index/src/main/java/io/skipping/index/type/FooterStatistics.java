// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type;

import java.util.Optional;

/**
 * Trustworthy statistics of one column over one row group or stripe.
 *
 * @param rows number of rows
 * @param nulls number of NULLs among them
 * @param minimum smallest non-NULL value in Trino's native representation; empty if there is none
 * @param maximum largest non-NULL value in Trino's native representation; empty if there is none
 */
public record FooterStatistics(long rows, long nulls, Optional<Object> minimum, Optional<Object> maximum) {}
