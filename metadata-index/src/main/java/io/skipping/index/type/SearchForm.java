// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type;

import io.skipping.index.IndexedColumn;
import io.skipping.index.predicate.Predicate;
import io.trino.spi.block.Block;
import io.trino.spi.type.BigintType;
import io.trino.spi.type.BooleanType;
import io.trino.spi.type.DateType;
import io.trino.spi.type.DecimalType;
import io.trino.spi.type.DoubleType;
import io.trino.spi.type.IntegerType;
import io.trino.spi.type.RealType;
import io.trino.spi.type.SmallintType;
import io.trino.spi.type.TimestampType;
import io.trino.spi.type.TinyintType;
import io.trino.spi.type.Type;
import io.trino.spi.type.VarcharType;
import java.util.List;
import java.util.Optional;

/**
 * How summaries of a type are searched where they are kept, without being opened. What a search finds is looked at again by
 * {@link SummaryReader#evaluate}; so a search may find too much, and must not find too little.
 */
public interface SearchForm {
    /** The fields that are tested, by name. */
    List<String> fields();

    /** Those of the fields that are boxes, if {@link FieldTest.Meets} asks for them. */
    default Optional<BoxSides> boxes() {
        return Optional.empty();
    }

    /**
     * Whether a summary can be searched: what {@link #mayMatch} says of it holds. If not, it is always found.
     *
     * @param fields of {@link IndexType#fields}, one block each
     * @param rowCount rows of the range
     */
    boolean isSearchable(List<Block> fields, int position, long rowCount);

    /**
     * A test that is passed by the summaries of all ranges that have a row which satisfies the leaf.
     *
     * @param columns of the index
     * @return empty if nothing can be said
     */
    Optional<FieldTest> mayMatch(List<IndexedColumn> columns, Predicate.Leaf leaf);

    /** Whether values of a type have the same order, and the same equality, in every search engine. */
    static boolean isSearchable(Type type) {
        return switch (type) {
            case BooleanType _, TinyintType _, SmallintType _, IntegerType _, BigintType _, DateType _ -> true;
            case RealType _, DoubleType _, VarcharType _ -> true;
            case DecimalType decimal -> decimal.isShort();
            case TimestampType timestamp -> timestamp.isShort();
            default -> false;
        };
    }
}
