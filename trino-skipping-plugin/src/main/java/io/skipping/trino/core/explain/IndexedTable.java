// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.explain;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.joining;

import com.google.common.base.Suppliers;
import io.airlift.slice.Slice;
import io.skipping.index.IndexDefinition;
import io.skipping.index.LiveObject;
import io.skipping.index.explain.ExplainedIndex;
import io.skipping.index.explain.Remedies;
import io.skipping.index.explain.Remedy;
import io.skipping.index.snapshot.IndexSnapshot;
import io.skipping.index.snapshot.ObjectVerdict.Stale;
import io.skipping.trino.core.path.Quoting;
import io.trino.spi.connector.SchemaTableName;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Describes a table whose scan is explained.
 *
 * @param folders selects those of the scanned partitions
 * @param requested returns the indexes that users asked for, built or not
 * @param rewrites give what writes the table anew
 */
public record IndexedTable(
        String catalog,
        SchemaTableName name,
        IndexSnapshot snapshot,
        Predicate<Slice> folders,
        Supplier<List<IndexDefinition>> requested,
        RewriteStatements rewrites)
        implements Remedies {
    public IndexedTable {
        requireNonNull(catalog, "catalog is null");
        requireNonNull(name, "name is null");
        requireNonNull(snapshot, "snapshot is null");
        requireNonNull(folders, "folders is null");
        requireNonNull(requested, "requested is null");
        // asks the store, and each condition may need it
        requested = Suppliers.memoize(requested::get);
        requireNonNull(rewrites, "rewrites is null");
    }

    /** Returns the command that builds the index of a table. */
    static String buildCommand(String catalog, SchemaTableName name) {
        return "java -jar index-builder.jar build " + options(catalog, name);
    }

    /** Returns what of the table decides on the words for its conditions. */
    ExplainedIndex explained() {
        return new ExplainedIndex(snapshot, folders, requested, this);
    }

    /** Returns the name of the catalog in statements. */
    public String sqlCatalog() {
        return Quoting.identifier(catalog);
    }

    /**
     * Returns the statements that write the table's rows to new objects.
     *
     * @param smallerThan the size of objects, such as {@code 64MB}, from which on they are left as they are
     */
    String writeAnew(String smallerThan) {
        return rewrites.writeAnew(this, smallerThan);
    }

    /** Returns the statements that make writers of the session write row groups and stripes of about 16 MB. */
    String smallRowGroups() {
        return rewrites.smallRowGroups(this);
    }

    /** Returns what makes an indexed copy of the table, beside it and as Parquet. */
    String copy() {
        return "CREATE TABLE %s WITH (format = 'PARQUET') AS SELECT * FROM %s, then %s"
                .formatted(
                        sqlName(catalog, name, "_parquet"),
                        sqlName(catalog, name, ""),
                        buildCommand(
                                catalog, new SchemaTableName(name.getSchemaName(), name.getTableName() + "_parquet")));
    }

    /**
     * Returns the name of a table in statements.
     *
     * @param suffix what the name ends in, such as {@code $indexes}
     */
    static String sqlName(String catalog, SchemaTableName table, String suffix) {
        return Stream.of(catalog, table.getSchemaName(), table.getTableName() + suffix)
                .map(IndexedTable::quotedIdentifier)
                .collect(joining("."));
    }

    static String quotedIdentifier(String name) {
        return '"' + name.replace("\"", "\"\"") + '"';
    }

    /** Returns the options of the commands of this project that name the table. */
    public String options() {
        return options(catalog, name);
    }

    private static String options(String catalog, SchemaTableName name) {
        return "--catalog %s --table %s --server URL".formatted(ShellWords.of(catalog), ShellWords.ofTable(name));
    }

    @Override
    public Remedy layOut(String column) {
        return rewrites.layOut(this, column);
    }

    /** Returns the name of the table in statements. */
    public String sqlName() {
        return sqlName(catalog, name, "");
    }

    /** Returns the command that builds the index. */
    public String buildCommand() {
        return buildCommand(catalog, name);
    }

    @Override
    public Remedy build() {
        return Remedy.of(buildCommand());
    }

    @Override
    public Optional<String> setBack(LiveObject object, Stale stale) {
        return Stream.of("parquet", "orc")
                .filter(format -> Stream.of(object.profile().text(), stale.profile())
                                .map(profile -> profile.startsWith(format + "/by-name"))
                                .distinct()
                                .count()
                        == 2)
                .map(format -> "SET SESSION %s.%s_use_column_names = %s"
                        .formatted(sqlCatalog(), format, stale.profile().startsWith(format + "/by-name")))
                .findFirst();
    }

    @Override
    public Remedy create(String type, List<String> columns, Map<String, String> options) {
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
        return Remedy.of(statement, buildCommand());
    }

    private static String array(Collection<String> texts) {
        return texts.stream().map(text -> "'" + escaped(text) + "'").collect(joining(", ", "ARRAY[", "]"));
    }

    private static String escaped(String text) {
        return text.replace("'", "''");
    }
}
