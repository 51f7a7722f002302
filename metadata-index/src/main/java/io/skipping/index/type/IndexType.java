// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type;

import io.skipping.index.value.ScalarType;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A kind of summary: summarises the values of a range, says how a summary is kept, and what follows from it for a
 * predicate. Implementations are stateless; users add their own by {@link java.util.ServiceLoader}.
 */
public interface IndexType {
    /** Lower-case name, as in {@code create_index(index_type => …)}. */
    String name();

    /** One sentence for the user that says what it is good for. */
    String description();

    /**
     * Version of the encoding of a summary, which is kept beside it: 1, and one more whenever a summary comes to say something else.
     * Of a version that a type {@linkplain #reads does not read}, summaries are not opened, and the ranges are read.
     */
    default int version() {
        return 1;
    }

    /** Returns whether {@link #open} understands summaries of a version; without more, only of the current one. */
    default boolean reads(int version) {
        return version == version();
    }

    /**
     * Checks that this type can summarise such columns with such options.
     *
     * @throws IllegalArgumentException with a sentence for the user if it cannot
     */
    void check(List<ScalarType> columns, Map<String, String> options);

    /** The fields of a summary, as they are kept: one nullable value each per range. */
    List<SummaryField> fields(List<ScalarType> columns);

    /** What summaries can be asked for. */
    enum Purpose {
        /** {@link SummaryReader#compile} */
        VERDICTS,
        /** {@link SummaryReader#bounds} */
        BOUNDS,
        /** {@link SummaryReader#values} */
        VALUES,
        /** {@link SummaryReader#ranks} */
        RANKS,
    }

    /** What the summaries of this type are good for; for anything else they are not opened, which for many takes time. */
    default Set<Purpose> purposes() {
        return EnumSet.of(Purpose.VERDICTS, Purpose.BOUNDS, Purpose.VALUES);
    }

    /**
     * Returns whether a column is to be read for this index alone, where its other indexes need no more than what the footer of a
     * Parquet or ORC object says. If not, the ranges of such an object have no summary.
     */
    default boolean isWorthReading(Map<String, String> options) {
        return true;
    }

    /** Returns a new summariser for one range. */
    Summarizer summarizer(List<ScalarType> columns, Map<String, String> options, RangeContext range);

    /**
     * Makes the kept summaries of many ranges ready for evaluation.
     *
     * @param version of the summaries, one that this type {@linkplain #reads reads}
     */
    SummaryReader open(List<ScalarType> columns, int version, SummaryVectors summaries);

    /** How summaries are searched where they are kept, for stores that can; empty if only opened ones are of use. */
    default Optional<SearchForm> searchForm(List<ScalarType> columns) {
        return Optional.empty();
    }

    /**
     * What a summariser may know of its range beforehand.
     *
     * @param bytes length of the range in bytes, to which a summary's size should be in proportion
     * @param shared of all summarisers of this range
     */
    record RangeContext(long bytes, SharedBytes shared) {
        /** Of a summariser that is alone. */
        public RangeContext(long bytes) {
            this(bytes, new SharedBytes());
        }
    }
}
