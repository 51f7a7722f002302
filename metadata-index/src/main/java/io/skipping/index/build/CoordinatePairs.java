// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.build;

import static com.google.common.collect.ImmutableMap.toImmutableMap;
import static io.skipping.index.value.ScalarType.DOUBLE;

import com.google.common.collect.ImmutableList;
import io.skipping.index.IndexedColumn;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Finds pairs of columns that hold a longitude and a latitude, by their names: two names that differ only in the word,
 * such as {@code pickup_latitude} and {@code pickup_longitude}, or {@code CAST(lat AS double)} and
 * {@code CAST(lng AS double)}. The existence of the second name is better evidence than any word in the first. A pair
 * found by mistake costs only a few bytes per range.
 */
final class CoordinatePairs {
    /** The words that may replace each other in a name; longer words first, because they contain the shorter ones. */
    private static final List<String> LATITUDES = List.of("latitude", "lat");

    private static final List<String> LONGITUDES = List.of("longitude", "long", "lng", "lon");

    private CoordinatePairs() {}

    /** Returns the pairs: first the longitude, which is X, then the latitude. */
    static List<List<IndexedColumn>> of(List<IndexedColumn> columns) {
        Map<String, IndexedColumn> byName = columns.stream()
                .filter(column -> column.type().equals(DOUBLE))
                .collect(toImmutableMap(
                        column -> column.name().toLowerCase(Locale.ROOT), column -> column, (first, second) -> first));
        ImmutableList.Builder<List<IndexedColumn>> pairs = ImmutableList.builder();
        byName.forEach((name, latitude) ->
                longitude(name, byName).ifPresent(longitude -> pairs.add(ImmutableList.of(longitude, latitude))));
        return pairs.build();
    }

    private static Optional<IndexedColumn> longitude(String latitude, Map<String, IndexedColumn> byName) {
        return LATITUDES.stream()
                .flatMap(word -> namesWithout(latitude, word))
                .flatMap(name -> Optional.ofNullable(byName.get(name)).stream())
                .findFirst();
    }

    /** Returns the names in which one occurrence of the word is replaced by a word for the longitude. */
    private static Stream<String> namesWithout(String name, String word) {
        return Stream.iterate(name.indexOf(word), at -> at >= 0, at -> name.indexOf(word, at + 1))
                .flatMap(at -> LONGITUDES.stream()
                        .map(other -> name.substring(0, at) + other + name.substring(at + word.length())));
    }
}
