// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.planning;

import io.skipping.testing.tpch.Tpch;
import java.util.List;
import java.util.stream.IntStream;

/** Lists the 22 queries of TPC-H with the values of its validation runs. */
final class TpchQuestions {
    private TpchQuestions() {}

    static List<JoinQuestion> of(JoinTables tables) {
        return IntStream.rangeClosed(1, Tpch.QUERIES.size())
                .mapToObj(number -> new JoinQuestion(
                        tables,
                        "q%02d".formatted(number),
                        "query %d of TPC-H".formatted(number),
                        Tpch.QUERIES.get(number - 1)))
                .toList();
    }
}
