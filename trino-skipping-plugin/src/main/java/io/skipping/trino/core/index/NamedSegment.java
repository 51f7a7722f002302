// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.index;

import static java.util.Objects.requireNonNull;

import io.skipping.index.IndexDefinition;
import io.skipping.index.snapshot.ObjectTable;
import io.skipping.index.snapshot.Segment;
import io.skipping.index.value.KeyColumn;
import io.skipping.trino.core.path.ColumnNames;
import java.util.List;

/** Shows a segment under the names that users give columns, see {@link NamedSnapshot}. */
final class NamedSegment implements Segment {
    private final Segment stored;
    private final ColumnNames names;

    NamedSegment(Segment stored, ColumnNames names) {
        this.stored = requireNonNull(stored, "stored is null");
        this.names = requireNonNull(names, "names is null");
    }

    @Override
    public String name() {
        return stored.name();
    }

    @Override
    public List<IndexDefinition> definitions() {
        return NamedSnapshot.shown(stored.definitions(), names);
    }

    @Override
    public int version(IndexDefinition definition) {
        return stored.version(NamedSnapshot.kept(definition, names));
    }

    @Override
    public long storedBytes() {
        return stored.storedBytes();
    }

    @Override
    public ObjectTable objects() {
        return stored.objects();
    }

    @Override
    public long[] rangeStarts() {
        return stored.rangeStarts();
    }

    @Override
    public long[] rangeLengths() {
        return stored.rangeLengths();
    }

    @Override
    public long[] rowCounts() {
        return stored.rowCounts();
    }

    @Override
    public List<KeyColumn> summaries(IndexDefinition definition) {
        return stored.summaries(NamedSnapshot.kept(definition, names));
    }
}
