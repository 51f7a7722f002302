// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.explain;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.airlift.slice.Slice;
import io.skipping.index.IndexedColumn;
import io.skipping.index.predicate.Fragments;
import io.skipping.index.predicate.InBoxes;
import io.skipping.index.predicate.Predicate;
import io.skipping.trino.core.path.ColumnPath;
import io.skipping.trino.core.querylog.ConditionsJson;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Writes for programs, as a line of JSON, what indexes could decide of a scan. {@code index-builder.jar advise} reads it:
 * only the connector knows which index a condition asks for. Columns and expressions are written as {@code create_index}
 * takes them.
 *
 * <ul>
 *   <li>{@code conditions}: intervals of values by column, as in the query log
 *   <li>{@code fragments}: a column, and lists of texts; a row that matches contains all texts of one of the lists
 *   <li>{@code shapes}: the columns of points, X first, or geometries that are compared with an area
 *   <li>{@code missing}: columns that must be NULL
 *   <li>{@code top}: the first column of the order, and how many rows of it are wanted
 * </ul>
 */
public final class DecidableJson {
    private static final int MOST_INTERVALS = 100;
    private static final JsonMapper MAPPER = new JsonMapper();

    private DecidableJson() {}

    /**
     * Describes the first rows of an order.
     *
     * @param column by which the rows are ordered first
     */
    public record Top(String column, long rows, boolean ascending) {}

    /** Returns the line for a scan. */
    public static String of(Predicate predicate, Optional<Top> top) {
        ObjectNode json = MAPPER.createObjectNode();
        ConditionsJson.put(json.putObject("conditions"), predicate, MOST_INTERVALS);
        ArrayNode fragments = json.putArray("fragments");
        ArrayNode shapes = json.putArray("shapes");
        ArrayNode missing = json.putArray("missing");
        needed(predicate).forEach(part -> {
            switch (part) {
                case InBoxes boxes -> {
                    ArrayNode columns = shapes.addArray();
                    boxes.shape().forEach(column -> columns.add(column.name()));
                }
                case Predicate.IsNull isNull -> missing.add(isNull.column().name());
                default ->
                    alternatives(part).ifPresent(found -> {
                        ObjectNode ofColumn = fragments.addObject();
                        ofColumn.put("column", found.getFirst().column().name());
                        ArrayNode alternatives = ofColumn.putArray("alternatives");
                        found.forEach(alternative -> {
                            ArrayNode texts = alternatives.addArray();
                            alternative.fragments().stream()
                                    .map(Slice::toStringUtf8)
                                    .forEach(texts::add);
                        });
                    });
            }
        });
        top.ifPresent(order -> json.putObject("top")
                .put("column", order.column())
                .put("rows", order.rows())
                .put("ascending", order.ascending()));
        return json.toString();
    }

    /** Returns what each matching row satisfies: conjuncts, each a leaf or a disjunction. */
    private static Stream<Predicate> needed(Predicate predicate) {
        return switch (predicate) {
            case Predicate.And and -> and.operands().stream().flatMap(DecidableJson::needed);
            case Predicate.Or or -> {
                List<Predicate> operands = or.operands().stream()
                        // rows for which a cast fails are read only to make the query fail
                        .filter(operand -> operand.columns().stream().noneMatch(ColumnPath::isUncast))
                        .toList();
                yield operands.size() == 1 ? needed(operands.getFirst()) : Stream.of(new Predicate.Or(operands));
            }
            default -> Stream.of(predicate);
        };
    }

    /** Returns the fragments of which a matching text contains one list or another; empty if it may contain neither. */
    private static Optional<List<Fragments>> alternatives(Predicate predicate) {
        List<Predicate> operands = predicate instanceof Predicate.Or or ? or.operands() : List.of(predicate);
        List<Fragments> fragments = operands.stream()
                .flatMap(operand -> needed(operand)
                        .filter(Fragments.class::isInstance)
                        .map(Fragments.class::cast)
                        .limit(1))
                .collect(toImmutableList());
        long columns = fragments.stream()
                .map(Fragments::column)
                .map(IndexedColumn::name)
                .distinct()
                .count();
        return fragments.size() == operands.size() && columns == 1 ? Optional.of(fragments) : Optional.empty();
    }
}
