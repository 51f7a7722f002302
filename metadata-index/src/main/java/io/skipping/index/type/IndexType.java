// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type;

import io.skipping.index.predicate.Predicate;
import io.skipping.index.value.ScalarType;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Defines a kind of summary. It summarises the values of a range, defines how a summary is stored, and derives verdicts from
 * it. Implementations are stateless; users add their own with {@link java.util.ServiceLoader}.
 */
public interface IndexType {
    /** Returns the lower-case name, as in {@code create_index(index_type => …)}. */
    String name();

    /** Returns one sentence that tells the user what the type is good for. */
    String description();

    /**
     * Returns the version of the encoding of a summary, which is stored with it: 1 at first, and incremented whenever
     * the meaning of a summary changes. Summaries of a version that the type {@linkplain #reads does not read} are not
     * opened, and their ranges are read.
     */
    default int version() {
        return 1;
    }

    /**
     * Returns whether {@link #open} understands summaries of a version. By default it understands only the current one.
     */
    default boolean reads(int version) {
        return version == version();
    }

    /**
     * Checks that this type can summarise these columns with these options.
     *
     * @throws IllegalArgumentException otherwise, with a sentence for the user
     */
    void check(List<ScalarType> columns, Map<String, String> options);

    /** Returns the stored fields of a summary. A range has one nullable value for each. */
    List<SummaryField> fields(List<ScalarType> columns);

    /** Lists the questions that summaries can answer. */
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

    /**
     * Returns the purposes that summaries of this type serve. They are not opened for any other, because opening many
     * takes time.
     */
    default Set<Purpose> purposes() {
        return EnumSet.of(Purpose.VERDICTS, Purpose.BOUNDS, Purpose.VALUES);
    }

    /**
     * Returns whether summaries may decide a condition on the columns of an index, as far as the condition alone tells. Where
     * they may not, they are not opened for it: large ones take time to decode, and to fetch from a search engine.
     */
    default boolean mayDecide(Predicate.Leaf condition) {
        return true;
    }

    /**
     * Returns whether this index alone is reason enough to read a column of a Parquet or ORC object whose other indexes
     * need only the footer. If not, the ranges of such an object get no summary.
     */
    default boolean isWorthReading(Map<String, String> options) {
        return true;
    }

    /** Returns a new summariser for one range. */
    Summarizer summarizer(List<ScalarType> columns, Map<String, String> options, RangeContext range);

    /**
     * Prepares the stored summaries of many ranges for evaluation.
     *
     * @param version version of the summaries, one that this type {@linkplain #reads reads}
     */
    SummaryReader open(List<ScalarType> columns, int version, SummaryVectors summaries);

    /**
     * Returns how to search summaries in stores that support search; empty if summaries must be opened.
     *
     * <p>A form that is new, or that searches more fields than before, needs another {@link #version}, though summaries mean what
     * they meant: what was stored before lacks the fields, so that a search would not find it.
     */
    default Optional<SearchForm> searchForm(List<ScalarType> columns) {
        return Optional.empty();
    }

    /** Says how well a type serves a condition, from worst to best. Explanations of scans name and propose indexes by it. */
    enum Fit {
        /** decides such conditions by the way, as counts of NULLs do; is named only if no other index decides the condition */
        INCIDENTAL,
        /** may decide such conditions; is not proposed for them */
        POSSIBLE,
        /** tells single values apart, however many a range has; is proposed if the indexes that decide the condition leave too much */
        FINER,
        /** is proposed if no index decides the condition */
        GOOD,
        /** is made for such conditions; is proposed before types that are good for many */
        BEST,
    }

    /**
     * Returns how well this type serves a condition on the columns of an index. Verdicts do not depend on it.
     */
    default Fit fit(Predicate.Leaf condition) {
        return Fit.POSSIBLE;
    }

    /**
     * Returns options with which an index like one with the given options has more room for its summaries, about ten times as much.
     * Explanations propose them if it has no summary of any range.
     *
     * @return empty if no options give it more
     */
    default Map<String, String> roomier(Map<String, String> options) {
        return Map.of();
    }

    /**
     * Describes what a summariser may know of its range beforehand.
     *
     * @param bytes length of the range in bytes; the size of a summary should be in proportion to it
     * @param shared budget shared by all summarisers of this range
     */
    record RangeContext(long bytes, SharedBytes shared) {
        /** Creates the context of a summariser that is alone on its range. */
        public RangeContext(long bytes) {
            this(bytes, new SharedBytes());
        }
    }
}
