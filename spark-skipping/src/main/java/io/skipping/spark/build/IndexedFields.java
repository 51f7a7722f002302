// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.build;

import static com.google.common.collect.ImmutableList.toImmutableList;
import static java.util.Objects.requireNonNull;

import io.skipping.index.ColumnOrigin;
import io.skipping.index.ColumnOrigin.Reading;
import io.skipping.index.IndexDefinition;
import io.skipping.index.IndexedColumn;
import io.skipping.spark.format.SourceFormat;
import io.skipping.spark.predicate.ColumnPath;
import io.skipping.spark.predicate.IndexedColumns;
import io.skipping.spark.predicate.SparkTypes;
import io.skipping.spark.predicate.TextCast;
import io.skipping.spark.predicate.TextCast.Mode;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * Finds what an index can be over in the columns of files: columns, fields of their rows, elements of their arrays, values of their maps, and
 * casts of the texts of these.
 */
final class IndexedFields {
    private final StructType columns;
    private final SourceFormat format;
    private final Mode casts;

    /** @param casts how the session evaluates CAST */
    IndexedFields(StructType columns, SourceFormat format, Mode casts) {
        this.columns = requireNonNull(columns, "columns is null");
        this.format = requireNonNull(format, "format is null");
        this.casts = requireNonNull(casts, "casts is null");
    }

    /** Returns the columns whose values an index can be over, without what is in them. */
    List<IndexedColumn> columns() {
        return Arrays.stream(columns.fieldNames())
                .map(IndexedFields::lower)
                .flatMap(name -> ColumnPath.parse(name).stream())
                .filter(path -> path.names().size() == 1
                        && !path.ofElements()
                        && path.key().isEmpty()
                        && path.cast().isEmpty())
                .flatMap(path -> indexed(path).stream())
                .collect(toImmutableList());
    }

    /**
     * Returns a column as the index has it; empty if there is none, or it cannot be indexed.
     *
     * @param text a name, or a path such as {@code place.city}, {@code elements(tags)}, {@code tags['unit']} or {@code CAST(code AS int)}
     */
    Optional<IndexedColumn> find(String text) {
        return ColumnPath.parse(text).flatMap(path -> indexed(evaluated(path, casts)));
    }

    private static ColumnPath evaluated(ColumnPath path, Mode mode) {
        return path.cast().map(cast -> path.as(new TextCast(cast.to(), mode))).orElse(path);
    }

    /**
     * Returns whether a text names a value of a map that readers of the format may read in several ways: if a map of ORC has a key twice, the
     * reader of batches returns the first value, and that of rows the last one.
     */
    boolean isAmbiguous(String text) {
        return ColumnPath.parse(text).filter(this::isAmbiguous).isPresent();
    }

    private boolean isAmbiguous(ColumnPath path) {
        return format == SourceFormat.ORC && path.key().isPresent();
    }

    private Optional<IndexedColumn> indexed(ColumnPath path) {
        if (isAmbiguous(path)) {
            return Optional.empty();
        }
        return path.type(columns)
                .flatMap(SparkTypes::scalar)
                .map(type -> new IndexedColumn(path.text(), type, origin(path), path.ofElements()))
                .filter(column -> IndexedColumns.path(column).isPresent());
    }

    private ColumnOrigin origin(ColumnPath path) {
        int position = ColumnPath.position(columns, path.names().get(0)).orElseThrow();
        DataType type = columns.fields()[position].dataType();
        return new ColumnOrigin(
                position,
                SparkTypes.scalar(type).map(SparkTypes::hiveType).orElseGet(type::catalogString)
                        + path.cast().map(cast -> cast.mode().suffix()).orElse(""),
                Reading.AS_STORED);
    }

    /** Returns whether the files have a column of an index. Other fields may have been added beside one in a row since. */
    private boolean has(IndexedColumn column) {
        return IndexedColumns.path(column).isPresent()
                && find(column.name())
                        .filter(found -> found.type().equals(column.type())
                                && found.origin().place() == column.origin().place())
                        .isPresent();
    }

    /**
     * Returns the indexes that a request stands for; none if the files do not have its columns. Casts are those of this session, whoever has
     * requested them, and TRY_CAST beside CAST: it has NULL for text that does not cast.
     */
    List<IndexDefinition> definitions(IndexDefinition request) {
        return Stream.of(casts, Mode.TRY)
                .flatMap(mode -> {
                    List<IndexedColumn> found = request.columns().stream()
                            .flatMap(column -> asOfNow(column, mode).stream())
                            .toList();
                    return found.size() < request.columns().size()
                            ? Stream.empty()
                            : Stream.of(new IndexDefinition(request.type(), found, request.options()));
                })
                .distinct()
                .toList();
    }

    private Optional<IndexedColumn> asOfNow(IndexedColumn column, Mode mode) {
        Optional<ColumnPath> cast =
                ColumnPath.parse(column.name()).filter(path -> path.cast().isPresent());
        return cast.isPresent()
                ? indexed(evaluated(cast.get(), mode))
                : Optional.of(column).filter(this::has);
    }

    /** Returns the columns of files, and of their rows the fields, that are read for columns of an index. */
    StructType read(Collection<IndexedColumn> indexed) {
        return read(
                columns,
                indexed.stream()
                        .map(column ->
                                ColumnPath.parse(column.name()).orElseThrow().names())
                        .toList());
    }

    private static StructType read(StructType row, List<List<String>> paths) {
        return new StructType(Arrays.stream(row.fields())
                .flatMap(field -> read(field, paths).stream())
                .toArray(StructField[]::new));
    }

    private static Optional<StructField> read(StructField field, List<List<String>> paths) {
        List<List<String>> within = paths.stream()
                .filter(path -> path.get(0).equals(lower(field.name())))
                .map(path -> path.subList(1, path.size()))
                .toList();
        if (within.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(
                within.stream().anyMatch(List::isEmpty)
                        ? field
                        : new StructField(
                                field.name(),
                                read((StructType) field.dataType(), within),
                                field.nullable(),
                                field.metadata()));
    }

    private static String lower(String name) {
        return name.toLowerCase(Locale.ENGLISH);
    }
}
