// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.store.segment;

import static com.google.common.base.Preconditions.checkArgument;
import static java.util.Locale.ENGLISH;
import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableList;
import io.skipping.index.IndexDefinition;
import io.skipping.index.type.IndexType;
import io.skipping.index.type.IndexTypes;
import io.skipping.index.type.SummaryField;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Describes an index in a segment file.
 *
 * @param version {@linkplain IndexType#version of the encoding} of its summaries
 * @param fields one for each field of the index type
 */
public record StoredDefinition(IndexDefinition definition, int version, List<StoredField> fields) {
    public StoredDefinition {
        requireNonNull(definition, "definition is null");
        checkArgument(version >= 1, "%s has version %s", definition.name(), version);
        fields = ImmutableList.copyOf(fields);
    }

    /**
     * Describes the content of summaries, wherever they are stored. Summaries of segments with equal content can be in
     * one file.
     *
     * @param version of their encoding
     */
    public record Content(IndexDefinition definition, int version, List<SummaryField> fields) {
        public Content {
            requireNonNull(definition, "definition is null");
            fields = ImmutableList.copyOf(fields);
        }
    }

    /** Returns the content of the summaries. */
    public Content content() {
        return new Content(definition, version, summaryFields());
    }

    /** Returns the fields as the index type declares them. */
    public List<SummaryField> summaryFields() {
        return fields.stream().map(StoredField::field).toList();
    }

    /** Returns whether an installed index type can open the summaries. Any other type would misread them. */
    public boolean isUsable(IndexTypes installed) {
        try {
            return installed
                    .find(definition.type())
                    .filter(type -> type.reads(version)
                            && type.fields(IndexTypes.columnTypes(definition)).equals(summaryFields()))
                    .isPresent();
        } catch (IllegalArgumentException e) {
            // the type no longer supports such columns
            return false;
        }
    }

    /** Returns the same definition with its summaries outside of the file. */
    public StoredDefinition notInFile() {
        return new StoredDefinition(
                definition, version, fields.stream().map(StoredField::notInFile).toList());
    }

    /** Returns the part of the definition that a new file can take over: the fields with readable values. */
    public StoredDefinition asRead() {
        return new StoredDefinition(
                definition,
                version,
                fields.stream()
                        .map(field -> field.isReadable() ? field : field.notInFile())
                        .toList());
    }

    /** Returns the fields with readable values in the file. */
    Stream<StoredField> columns() {
        return fields.stream().filter(StoredField::isReadable);
    }

    /**
     * Assigns a column of its own to each field. The names, such as {@code minmax(latitude).min}, are for readers. They
     * are lower-case because Parquet readers fold case, and numbered if that makes two of them equal.
     *
     * @param installed the index types, which define the fields and whose current versions the summaries will have
     */
    public static List<StoredDefinition> layOut(List<IndexDefinition> definitions, IndexTypes installed) {
        Set<String> taken = new HashSet<>(SegmentSchema.OBJECT_COLUMN_NAMES);
        List<StoredDefinition> stored = new ArrayList<>();
        for (IndexDefinition definition : definitions) {
            IndexType type = installed.get(definition.type());
            ImmutableList.Builder<StoredField> columns = ImmutableList.builder();
            for (SummaryField field : type.fields(IndexTypes.columnTypes(definition))) {
                checkArgument(
                        field.type().hasKeys(),
                        "a summary of %s cannot hold values of type %s",
                        type.name(),
                        field.type());
                String name = (definition.name() + "." + field.name()).toLowerCase(ENGLISH);
                String column = name;
                for (int number = 2; !taken.add(column); number++) {
                    column = name + "#" + number;
                }
                columns.add(new StoredField(field, column));
            }
            stored.add(new StoredDefinition(definition, type.version(), columns.build()));
        }
        return ImmutableList.copyOf(stored);
    }
}
