// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.builder.advice;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads what a scan has skipped from the text of {@code EXPLAIN ANALYZE VERBOSE}. */
public final class ScanMetrics {
    private static final Pattern BYTES =
            Pattern.compile("'skipping\\.bytes\\.(considered|pruned)' = LongCount\\{total=(\\d+)\\}");

    private ScanMetrics() {}

    /**
     * Returns the share of the bytes that were read.
     *
     * @param bytes of all objects that the query was about; Hive may have left out some, by their partitions
     */
    public static double shareRead(String plan, long bytes) {
        long considered = 0;
        long pruned = 0;
        Matcher matcher = BYTES.matcher(plan);
        while (matcher.find()) {
            long counted = Long.parseLong(matcher.group(2));
            if (matcher.group(1).equals("considered")) {
                considered += counted;
            } else {
                pruned += counted;
            }
        }
        if (considered > 0) {
            return (double) (considered - pruned) / Math.max(considered, bytes);
        }
        // without metrics, a scan has looked at no index; a plan without a scan reads nothing
        return plan.contains("TableScan[") || plan.contains("ScanFilter") || plan.contains("ScanProject") ? 1 : 0;
    }
}
