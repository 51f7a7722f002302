// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.pruning;

import java.io.IOException;
import java.sql.SQLException;
import java.util.List;

/** Provides data, and questions about it. */
interface Workload {
    /** Returns the title, for human readers. */
    String title();

    /** Writes objects, creates tables over them and builds their indexes. */
    void prepare(Lake lake) throws IOException, SQLException;

    /** Returns the questions, which may depend on what was generated. */
    List<Group> groups(Lake lake) throws SQLException;

    /** Returns the indexes whose cost is measured. */
    List<IndexKind> indexes();
}
