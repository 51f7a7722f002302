// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.store.object;

import static java.util.Locale.ENGLISH;
import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableList;
import io.skipping.index.IndexDefinition;
import io.skipping.index.type.SummaryField;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** An index as a segment file holds it. */
public record StoredDefinition(IndexDefinition definition, List<StoredField> fields) {
    public StoredDefinition {
        requireNonNull(definition, "definition is null");
        fields = ImmutableList.copyOf(fields);
    }

    public List<SummaryField> summaryFields() {
        return fields.stream()
                .map(field -> new SummaryField(field.name(), field.type()))
                .toList();
    }

    /** The fields that have a column in the file. */
    Stream<StoredField> columns() {
        return fields.stream().filter(StoredField::isInFile);
    }

    /**
     * Gives each field a column of its own. Names are for people: {@code minmax(latitude).min}. They are lower-case
     * because Parquet readers fold case, and numbered where that makes two of them equal.
     */
    static List<StoredDefinition> layOut(List<IndexDefinition> definitions, List<List<SummaryField>> fields) {
        Set<String> taken = new HashSet<>(SegmentSchema.OBJECT_COLUMNS);
        List<StoredDefinition> stored = new ArrayList<>();
        for (int index = 0; index < definitions.size(); index++) {
            IndexDefinition definition = definitions.get(index);
            ImmutableList.Builder<StoredField> columns = ImmutableList.builder();
            for (SummaryField field : fields.get(index)) {
                String name = (definition.name() + "." + field.name()).toLowerCase(ENGLISH);
                String column = name;
                for (int number = 2; !taken.add(column); number++) {
                    column = name + "#" + number;
                }
                columns.add(new StoredField(field.name(), field.type(), column));
            }
            stored.add(new StoredDefinition(definition, columns.build()));
        }
        return ImmutableList.copyOf(stored);
    }
}
