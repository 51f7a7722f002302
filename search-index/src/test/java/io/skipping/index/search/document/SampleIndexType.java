// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.search.document;

import static io.skipping.index.value.ScalarType.BIGINT;
import static io.skipping.index.value.ScalarType.BOOLEAN;
import static io.skipping.index.value.ScalarType.DATE;
import static io.skipping.index.value.ScalarType.DOUBLE;
import static io.skipping.index.value.ScalarType.REAL;
import static io.skipping.index.value.ScalarType.TINYINT;
import static io.skipping.index.value.ScalarType.VARBINARY;
import static io.skipping.index.value.ScalarType.VARCHAR;

import io.skipping.index.IndexDefinition;
import io.skipping.index.IndexedColumn;
import io.skipping.index.predicate.Predicate;
import io.skipping.index.store.segment.StoredDefinition;
import io.skipping.index.store.segment.StoredField;
import io.skipping.index.type.BoxSides;
import io.skipping.index.type.FieldTest;
import io.skipping.index.type.IndexType;
import io.skipping.index.type.SearchForm;
import io.skipping.index.type.Summarizer;
import io.skipping.index.type.SummaryField;
import io.skipping.index.type.SummaryReader;
import io.skipping.index.type.SummaryVectors;
import io.skipping.index.value.KeyColumn;
import io.skipping.index.value.ScalarType;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Has fields of all kinds of types.
 *
 * @param test of the summaries of ranges that have a row which satisfies a leaf, whichever it is
 */
record SampleIndexType(int version, FieldTest test) implements IndexType, SearchForm {
    static final List<SummaryField> FIELDS = List.of(
            new SummaryField("a_boolean", BOOLEAN),
            new SummaryField("a_tinyint", TINYINT),
            new SummaryField("a_bigint", BIGINT),
            new SummaryField("a_decimal", ScalarType.decimal(10, 2)),
            new SummaryField("a_long_decimal", ScalarType.decimal(38, 3)),
            new SummaryField("a_real", REAL),
            new SummaryField("a_double", DOUBLE),
            new SummaryField("a_date", DATE),
            new SummaryField("a_timestamp", ScalarType.timestamp(3)),
            new SummaryField("a_fine_timestamp", ScalarType.timestamp(6)),
            new SummaryField("a_finest_timestamp", ScalarType.timestamp(9)),
            new SummaryField("a_varchar", VARCHAR),
            new SummaryField("a_short_varchar", ScalarType.varchar(7)),
            new SummaryField("a_char", ScalarType.character(5)),
            new SummaryField("a_varbinary", VARBINARY),
            SummaryField.list("doubles", DOUBLE),
            SummaryField.list("texts", VARCHAR),
            SummaryField.list("dates", DATE),
            SummaryField.list("min_x", DOUBLE),
            SummaryField.list("max_x", DOUBLE),
            SummaryField.list("min_y", DOUBLE),
            SummaryField.list("max_y", DOUBLE));

    static final BoxSides SIDES = new BoxSides("min_x", "max_x", "min_y", "max_y");

    static final IndexDefinition DEFINITION = new IndexDefinition(
            "sample",
            List.of(
                    new IndexedColumn("city", VARCHAR, "0:string"),
                    new IndexedColumn("price", ScalarType.decimal(10, 2), "1:decimal(10,2)")),
            Map.of("limit", "7", "b", "c"));

    /** Where documents have an index of this type, with summaries of some version. */
    DefinitionFields fields(int stored) {
        return DefinitionFields.of(
                new StoredDefinition(
                        DEFINITION,
                        stored,
                        FIELDS.stream().map(field -> new StoredField(field, "")).toList()),
                this);
    }

    @Override
    public String name() {
        return "sample";
    }

    @Override
    public String description() {
        return "";
    }

    @Override
    public boolean reads(int stored) {
        return stored <= version;
    }

    @Override
    public void check(List<ScalarType> columns, Map<String, String> options) {}

    @Override
    public List<SummaryField> fields(List<ScalarType> columns) {
        return FIELDS;
    }

    @Override
    public Optional<SearchForm> searchForm(List<ScalarType> columns) {
        return Optional.of(this);
    }

    @Override
    public List<String> fields() {
        return FIELDS.stream()
                .filter(field -> SearchForm.isSearchable(field.type()))
                .map(SummaryField::name)
                .toList();
    }

    @Override
    public Optional<BoxSides> boxes() {
        return Optional.of(SIDES);
    }

    @Override
    public boolean isSearchable(List<KeyColumn> fields, int position, long rowCount) {
        return rowCount < 1000;
    }

    @Override
    public Optional<FieldTest> mayMatch(List<IndexedColumn> columns, Predicate.Leaf leaf) {
        return Optional.of(test);
    }

    @Override
    public Summarizer summarizer(List<ScalarType> columns, Map<String, String> options, RangeContext range) {
        throw new UnsupportedOperationException();
    }

    @Override
    public SummaryReader open(List<ScalarType> columns, int stored, SummaryVectors summaries) {
        throw new UnsupportedOperationException();
    }
}
