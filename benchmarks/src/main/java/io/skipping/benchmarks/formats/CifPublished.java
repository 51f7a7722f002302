// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.formats;

import io.skipping.benchmarks.measure.Quartiles;
import io.skipping.benchmarks.measure.Rounds;
import io.skipping.testing.lake.Run;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * Holds a ratio of two systems that the CIF paper publishes. Parquet stands for CIF, and sequence files in gzip for
 * those whose contents were compressed.
 *
 * @param name of the case
 * @param metric seconds or bytes
 * @param published what the paper says, and where; a dash for systems that it does not have
 */
record CifPublished(String name, Contender system, Contender other, String metric, String published) {
    static final String LOAD = "load/figures";

    private static final String SECONDS = "seconds";
    private static final String BYTES = "bytes";
    private static final String NOTHING = "–";

    /** Minutes in which the records were converted from sequence files (table 2). */
    static final int CIF_MINUTES = 89;

    /** The same for CIF with skip lists. */
    static final int SKIP_LISTS_MINUTES = 93;

    /** The same for RCFile. */
    static final int RC_MINUTES = 89;

    static List<CifPublished> all() {
        List<CifPublished> all = new ArrayList<>();
        all.add(stock("scan/all", Format.TEXT, Format.SEQUENCE, SECONDS, "3 (6.2)"));
        all.add(stock("scan/all", Format.PARQUET, Format.SEQUENCE, SECONDS, "1.25; 1.2 like RCFile (6.2)"));
        for (Format format : List.of(Format.RC_BINARY, Format.RC_BINARY_GZIP)) {
            all.add(stock("scan/all", format, Format.SEQUENCE, SECONDS, "1.2, approximately the same as CIF (6.2)"));
        }
        String single = "2.5 to 95, by type (6.2)";
        for (String name : List.of("scan/integer", "scan/string", "scan/map")) {
            all.add(stock(name, Format.SEQUENCE, Format.PARQUET, SECONDS, single));
        }
        all.add(stock("scan/integer", Format.RC_BINARY, Format.PARQUET, SECONDS, "38 (6.2)"));
        all.add(stock("scan/integer", Format.RC_BINARY_GZIP, Format.PARQUET, SECONDS, "33 (6.2)"));
        all.add(stock("scan/integer", Format.RC_BINARY, Format.PARQUET, BYTES, "20 (B.2: 8.5 GB, 415 MB)"));
        for (String name : List.of("crawl/clustered", "crawl/scattered")) {
            all.add(crawl(name, Contender.plain(Format.RC_BINARY), SECONDS, "1.1, map phase 1.1 (table 1)"));
            all.add(crawl(name, Contender.plain(Format.RC_BINARY_GZIP), SECONDS, "2.8, map phase 3.7 (table 1)"));
            all.add(crawl(name, Contender.plain(Format.PARQUET), SECONDS, "10 to 13, map phase 59 to 108 (table 1)"));
            all.add(crawl(name, Contender.plain(Format.RC_BINARY), BYTES, "2.7 (table 1: 3040 GB, 1113 GB)"));
            all.add(crawl(name, Contender.plain(Format.RC_BINARY_GZIP), BYTES, "30 (table 1: 3040 GB, 102 GB)"));
            all.add(crawl(name, Contender.plain(Format.PARQUET), BYTES, "32 to 84 (table 1: 3040 GB, 96 to 36 GB)"));
            for (Format format : List.of(Format.TEXT, Format.SEQUENCE_GZIP, Format.PARQUET)) {
                all.add(crawl(name, Contender.skipping(format), SECONDS, NOTHING));
                all.add(crawl(name, Contender.skipping(format), BYTES, NOTHING));
            }
        }
        all.add(stock(
                LOAD,
                Format.RC_BINARY,
                Format.PARQUET,
                SECONDS,
                "%.1f (table 2: %d min, %d min)"
                        .formatted((double) RC_MINUTES / CIF_MINUTES, RC_MINUTES, CIF_MINUTES)));
        return all;
    }

    private static CifPublished stock(String name, Format format, Format other, String metric, String published) {
        return new CifPublished(name, Contender.plain(format), Contender.plain(other), metric, published);
    }

    /** Returns how many times less a system takes than sequence files whose contents are compressed. */
    private static CifPublished crawl(String name, Contender other, String metric, String published) {
        return new CifPublished(name, Contender.plain(Format.SEQUENCE_GZIP), other, metric, published);
    }

    /** Returns the same ratio of what was measured. */
    Quartiles measured(Rounds<Contender> rounds) {
        ToDoubleFunction<Run> value = metric.equals(BYTES) ? Run::bytes : Run::seconds;
        return rounds.ratio(system, other, value);
    }

    /** Returns the name of the metric in results. */
    String ratio() {
        return "%s_by_%s.%s.ratio".formatted(system.system(), other.system(), metric);
    }
}
