// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.overhead;

import io.skipping.testing.lake.Run;
import io.skipping.testing.s3.LoggedRequest;
import io.skipping.testing.s3.RequestCounts;
import io.skipping.testing.s3.RequestKind;
import io.skipping.testing.trino.TrinoRelease;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Makes rounds that no server has seen. */
final class Runs {
    static final OverheadCase SCAN = new OverheadCase(
            "scan", "all rows", MeterTables.LARGE_OBJECTS, "SELECT count(*) FROM %s WHERE temp > -100");

    private static final long RESULT = 42;
    private static final long OBJECT_BYTES = 1000;
    private static final long SEGMENT_BYTES = 10;

    private Runs() {}

    /** Returns a round of two objects by two requests each on Hive's side, by one each and two for the index with skipping. */
    static Map<ReleaseSetting, Run> round(double hiveSeconds, double skippingSeconds) {
        return round(hive(hiveSeconds, RESULT), skipping(skippingSeconds, RESULT));
    }

    static Map<ReleaseSetting, Run> round(Run hive, Run skipping) {
        Map<ReleaseSetting, Run> round = new LinkedHashMap<>();
        round.put(ReleaseSetting.plain(TrinoRelease.TRINO_476), hive);
        round.put(ReleaseSetting.skipping(TrinoRelease.TRINO_476), twiceAsLong(skipping));
        round.put(ReleaseSetting.plain(TrinoRelease.TRINO_483), hive);
        round.put(ReleaseSetting.skipping(TrinoRelease.TRINO_483), skipping);
        return round;
    }

    private static Run twiceAsLong(Run run) {
        return new Run(run.rows(), 2 * run.seconds(), 2 * run.cpuSeconds(), run.counts());
    }

    static Run hive(double seconds, long result) {
        List<LoggedRequest> requests = new ArrayList<>();
        for (String object : List.of("a", "b")) {
            requests.add(request(RequestKind.HEAD, "meters/" + object, 0));
            requests.add(request(RequestKind.GET, "meters/" + object, OBJECT_BYTES));
        }
        return run(seconds, result, requests);
    }

    static Run skipping(double seconds, long result) {
        return run(
                seconds,
                result,
                List.of(
                        request(RequestKind.LIST, "meters/_skipping/manifests/", 0),
                        request(RequestKind.GET, "meters/_skipping/segments/1", SEGMENT_BYTES),
                        request(RequestKind.GET, "meters/a", OBJECT_BYTES),
                        request(RequestKind.GET, "meters/b", OBJECT_BYTES)));
    }

    /** Half of the time is CPU time. */
    private static Run run(double seconds, long result, List<LoggedRequest> requests) {
        return new Run(List.of(List.of(result)), seconds, seconds / 2, RequestCounts.of(requests));
    }

    private static LoggedRequest request(RequestKind kind, String key, long bytes) {
        return new LoggedRequest(Instant.EPOCH, kind, "lake", key, Optional.empty(), 200, bytes, 0, 0, 1);
    }
}
