// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.explain;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.joining;

import io.airlift.slice.Slice;
import io.skipping.index.IndexDefinition;
import io.skipping.index.snapshot.IndexSnapshot;
import io.trino.spi.connector.SchemaTableName;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Describes a table whose scan is explained.
 *
 * @param folders selects those of the scanned partitions
 * @param requested indexes that users asked for, built or not
 */
public record IndexedTable(
        String catalog,
        SchemaTableName name,
        IndexSnapshot snapshot,
        Predicate<Slice> folders,
        List<IndexDefinition> requested) {
    private static final Pattern PLAIN = Pattern.compile("[a-z_][a-z0-9_]*");

    public IndexedTable {
        requireNonNull(catalog, "catalog is null");
        requireNonNull(name, "name is null");
        requireNonNull(snapshot, "snapshot is null");
        requireNonNull(folders, "folders is null");
        requested = List.copyOf(requested);
    }

    /** Returns the command that builds the index of a table. */
    static String build(String catalog, SchemaTableName name) {
        return "java -jar index-builder.jar build --catalog %s --table %s --server URL".formatted(catalog, name);
    }

    /** Returns the name of the catalog in statements. */
    String sqlCatalog() {
        return quoted(catalog);
    }

    /**
     * Returns the statements that write the table's rows to new objects.
     *
     * @param smallerThan the size of objects, such as {@code 64MB}, from which on they are left as they are
     */
    String writeAnew(String smallerThan) {
        return "SET SESSION %s.non_transactional_optimize_enabled = true, then ALTER TABLE %s EXECUTE optimize(file_size_threshold => '%s')"
                .formatted(sqlCatalog(), sqlName(catalog, name, ""), smallerThan);
    }

    /** Returns what makes an indexed copy of the table, beside it and as Parquet. */
    String copy() {
        return "CREATE TABLE %s WITH (format = 'PARQUET') AS SELECT * FROM %s, then %s"
                .formatted(
                        sqlName(catalog, name, "_parquet"),
                        sqlName(catalog, name, ""),
                        build(catalog, new SchemaTableName(name.getSchemaName(), name.getTableName() + "_parquet")));
    }

    /**
     * Returns the name of a table in statements.
     *
     * @param suffix what the name ends in, such as {@code $indexes}
     */
    static String sqlName(String catalog, SchemaTableName table, String suffix) {
        return Stream.of(catalog, table.getSchemaName(), table.getTableName() + suffix)
                .map(part -> "\"" + part.replace("\"", "\"\"") + "\"")
                .collect(joining("."));
    }

    /** Returns the commands that write the table's rows in an order. */
    String layOut(String column) {
        return "java -jar partitioner.jar train --catalog %1$s --table %2$s --server URL --columns %3$s --object-size 64MB --output model.json, then java -jar partitioner.jar rewrite --catalog %1$s --table %2$s --server URL --model model.json --sort %3$s; what this saves, and what it would ruin, say java -jar partitioner.jar advise, with the same options and the --log of past queries, and docs/partitioner.md"
                .formatted(catalog, name, column);
    }

    String build() {
        return build(catalog, name);
    }

    /** Returns what makes an index: the statement that asks for it, and the build. */
    Remedy create(String type, List<String> columns) {
        return create(type, columns, Map.of());
    }

    /** @param options those of the index, by name */
    Remedy create(String type, List<String> columns, Map<String, String> options) {
        String statement = "CALL %s.system.create_index('%s', '%s', '%s', %s%s)"
                .formatted(
                        sqlCatalog(),
                        escaped(name.getSchemaName()),
                        escaped(name.getTableName()),
                        type,
                        array(columns),
                        options.isEmpty()
                                ? ""
                                : ", MAP(%s, %s)".formatted(array(options.keySet()), array(options.values())));
        return Remedy.of(statement, build());
    }

    private static String array(Collection<String> texts) {
        return texts.stream().map(text -> "'" + escaped(text) + "'").collect(joining(", ", "ARRAY[", "]"));
    }

    private static String escaped(String text) {
        return text.replace("'", "''");
    }

    /** Returns a name as statements need it. */
    private static String quoted(String identifier) {
        return PLAIN.matcher(identifier).matches() ? identifier : "\"" + identifier.replace("\"", "\"\"") + "\"";
    }
}
