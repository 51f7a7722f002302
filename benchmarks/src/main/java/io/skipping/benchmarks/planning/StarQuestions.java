// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.planning;

import java.util.List;

/** Lists questions about a star. Some are written with the large table last, so that it is hashed unless the optimiser knows better. */
final class StarQuestions {
    private StarQuestions() {}

    static List<JoinQuestion> of(JoinTables tables) {
        return List.of(
                new JoinQuestion(tables, "two-dimensions", "the large table first, parts and suppliers", """
                        SELECT p_size, count(*), sum(l_extendedprice)
                        FROM lineitem JOIN part ON l_partkey = p_partkey JOIN supplier ON l_suppkey = s_suppkey
                        WHERE p_brand = 'Brand#23' AND s_nationkey = 7 GROUP BY p_size"""),
                new JoinQuestion(tables, "large-last", "the same tables, the large one last", """
                        SELECT p_size, count(*), sum(l_extendedprice)
                        FROM supplier, part, lineitem
                        WHERE l_partkey = p_partkey AND l_suppkey = s_suppkey AND p_brand = 'Brand#23'
                        AND s_nationkey = 7 GROUP BY p_size"""),
                new JoinQuestion(
                        tables,
                        "few-orders",
                        "few orders, by a range of keys that an index of the large table helps",
                        """
                        SELECT c_mktsegment, count(*), sum(l_quantity)
                        FROM lineitem JOIN orders ON l_orderkey = o_orderkey JOIN customer ON o_custkey = c_custkey
                        WHERE l_orderkey BETWEEN 3000 AND 4000 GROUP BY c_mktsegment"""),
                new JoinQuestion(tables, "left-join", "an outer join", """
                        SELECT count(*), count(p_partkey), sum(l_extendedprice)
                        FROM lineitem LEFT JOIN part ON l_partkey = p_partkey AND p_size = 15"""),
                new JoinQuestion(tables, "right-join", "an outer join, the large table last", """
                        SELECT count(*), count(p_partkey), sum(l_extendedprice)
                        FROM part RIGHT JOIN lineitem ON l_partkey = p_partkey AND p_size = 15"""),
                new JoinQuestion(tables, "semi-join", "IN with a subquery", """
                        SELECT count(*), sum(l_extendedprice) FROM lineitem
                        WHERE l_partkey IN (SELECT p_partkey FROM part WHERE p_brand = 'Brand#12' AND p_size < 5)"""),
                new JoinQuestion(tables, "self-join", "the large table twice", """
                        SELECT count(*) FROM lineitem a JOIN lineitem b ON a.l_orderkey = b.l_orderkey
                        JOIN part ON b.l_partkey = p_partkey
                        WHERE a.l_linenumber = 1 AND b.l_linenumber = 7 AND p_brand = 'Brand#31'"""));
    }
}
