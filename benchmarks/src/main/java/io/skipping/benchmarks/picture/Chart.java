// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.picture;

import java.util.Collection;
import java.util.List;

/** What is to be drawn of a benchmark's records. */
public sealed interface Chart permits BarChart, LineChart {
    /** Of the picture, which is part of its file names. */
    String name();

    /** Of the records that are drawn. */
    String metric();

    /** In the order in which they are drawn. */
    List<String> systems();

    /** Regular expressions of the names of cases that are drawn; there is at least one of each. */
    Collection<String> caseNames();
}
