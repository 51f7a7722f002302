// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type.bbox;

import static com.google.common.base.Preconditions.checkArgument;
import static io.skipping.index.value.ScalarType.DOUBLE;

import com.google.common.collect.ImmutableSet;
import com.google.common.primitives.Longs;
import io.skipping.index.predicate.InBoxes;
import io.skipping.index.predicate.Predicate;
import io.skipping.index.type.IndexOptions;
import io.skipping.index.type.IndexType;
import io.skipping.index.type.SearchForm;
import io.skipping.index.type.SizeBudget;
import io.skipping.index.type.Summarizer;
import io.skipping.index.type.SummaryField;
import io.skipping.index.type.SummaryReader;
import io.skipping.index.type.SummaryVectors;
import io.skipping.index.value.ScalarType;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Keeps boxes around shapes: either around points in the plane or on the globe, where the first column is X or the
 * longitude and the second is Y or the latitude, or around geometries in one column, as well-known text or binary.
 *
 * <p>Fields: {@code min_x}, {@code max_x}, {@code min_y} and {@code max_y}, arrays of double with one element for each
 * box. The option {@code boxes} (8 by default) limits the number of boxes, and so does {@code budget_percent} (100 by
 * default) of the range's bytes, but one box is always kept. Points with a coordinate that is NULL or NaN are in no
 * box, nor are geometries that are NULL. A range has no summary if a coordinate is infinite, or if
 * {@link GeometryBounds} does not accept a geometry: functions may fail for such values, and must continue to fail.
 */
public final class BboxIndexType implements IndexType {
    public static final String NAME = "bbox";
    static final String BOXES = "boxes";

    private static final int DEFAULT_BOXES = 8;
    private static final int MAX_BOXES = 64;
    private static final int BOX_BYTES = 4 * Double.BYTES;

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String description() {
        return "Keeps boxes around points or geometries: decides whether they may be in an area, where one range holds several places";
    }

    @Override
    public void check(List<ScalarType> columns, Map<String, String> options) {
        if (columns.size() == 2) {
            for (ScalarType column : columns) {
                checkArgument(
                        column.equals(DOUBLE),
                        "An index of type %s cannot be made over a column of type %s: the coordinates of a point, X or longitude and Y or latitude, must be of type double",
                        NAME,
                        column);
            }
        } else {
            checkArgument(
                    columns.size() == 1,
                    "An index of type %s is over two columns, X or longitude and Y or latitude, or over one of geometries; %s were given",
                    NAME,
                    columns.size());
            ScalarType column = columns.get(0);
            checkArgument(
                    isText(column) || column.kind() == ScalarType.Kind.VARBINARY,
                    "An index of type %s cannot be made over a column of type %s: geometries must be well-known text (varchar) or well-known binary (varbinary)",
                    NAME,
                    column);
        }
        boxes(options, 0);
    }

    @Override
    public List<SummaryField> fields(List<ScalarType> columns) {
        return Stream.of("min_x", "max_x", "min_y", "max_y")
                .map(name -> SummaryField.list(name, DOUBLE))
                .toList();
    }

    @Override
    public Set<Purpose> purposes() {
        return EnumSet.of(Purpose.VERDICTS);
    }

    @Override
    public Summarizer summarizer(List<ScalarType> columns, Map<String, String> options, RangeContext range) {
        BoxCover cover = new BoxCover(boxes(options, range.bytes()));
        return columns.size() == 2
                ? new PointsSummarizer(cover)
                : new GeometriesSummarizer(cover, isText(columns.get(0)));
    }

    @Override
    public Optional<SearchForm> searchForm(List<ScalarType> columns) {
        return Optional.of(new BboxSearch());
    }

    @Override
    public Fit fit(Predicate.Leaf condition) {
        return condition instanceof InBoxes ? Fit.GOOD : Fit.POSSIBLE;
    }

    @Override
    public SummaryReader open(List<ScalarType> columns, int version, SummaryVectors summaries) {
        return new BboxReader(summaries);
    }

    private static boolean isText(ScalarType column) {
        return column.kind() == ScalarType.Kind.VARCHAR;
    }

    private static int boxes(Map<String, String> options, long rangeBytes) {
        IndexOptions parsed = new IndexOptions(NAME, options, ImmutableSet.of(BOXES, SizeBudget.BUDGET_PERCENT));
        int most = parsed.integer(BOXES, DEFAULT_BOXES, 1, MAX_BOXES);
        double percent = parsed.fraction(SizeBudget.BUDGET_PERCENT, 100, 0, 100);
        return (int) Longs.constrainToRange((long) (rangeBytes * (percent / 100)) / BOX_BYTES, 1, most);
    }
}
