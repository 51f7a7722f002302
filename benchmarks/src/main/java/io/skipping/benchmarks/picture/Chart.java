// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.picture;

import java.util.Collection;
import java.util.List;

/** Describes a chart of a benchmark's records. */
public sealed interface Chart permits BarChart, LineChart {
    /** Returns the name of the picture, which is part of its file names. */
    String name();

    /** Returns the metric of the records that are drawn. */
    String metric();

    /** Returns the systems in the order in which they are drawn. */
    List<String> systems();

    /** Returns regular expressions for the names of the cases that are drawn. Each matches at least one case. */
    Collection<String> caseNames();
}
