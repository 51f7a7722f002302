// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.path;

import static com.google.common.collect.ImmutableMap.toImmutableMap;
import static java.util.Objects.requireNonNull;

import com.google.common.cache.CacheBuilder;
import com.google.common.collect.ImmutableList;
import io.skipping.index.IndexedColumn;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Predicate;

/**
 * Translates columns between the names that users give them, which can change, and the names under which an index keeps
 * them.
 */
public interface ColumnNames {
    /** Keeps columns under the names that users give them. */
    ColumnNames SAME = new ColumnNames() {
        @Override
        public Optional<IndexedColumn> kept(IndexedColumn shown) {
            return Optional.of(shown);
        }

        @Override
        public Optional<IndexedColumn> shown(IndexedColumn kept) {
            return Optional.of(kept);
        }

        @Override
        public Optional<IndexedColumn> now(IndexedColumn kept) {
            return Optional.of(kept);
        }
    };

    /** Returns a column, or a path from one, as the index keeps it; empty if the table does not have it. */
    Optional<IndexedColumn> kept(IndexedColumn shown);

    /** Returns a column that the index keeps, or a path from one, as users know it; empty if the table does not have it. */
    Optional<IndexedColumn> shown(IndexedColumn kept);

    /**
     * Returns a column that the index once kept, or a path from one, as it is now: its type may have changed since. Empty if
     * the table no longer has it. This is for what users ask for; summaries of a column say nothing about one of another
     * type.
     */
    Optional<IndexedColumn> now(IndexedColumn kept);

    /**
     * Returns whether the type of a column that the index keeps, or of a path from one, is known to have changed by promotions only.
     * Otherwise an object may have been read with a former type that cannot hold its values.
     */
    default boolean isOnlyPromoted(IndexedColumn kept) {
        return false;
    }

    /**
     * Returns the same names of columns whose history is known.
     *
     * @param onlyPromoted answers {@link #isOnlyPromoted}
     */
    default ColumnNames withHistory(Predicate<IndexedColumn> onlyPromoted) {
        ColumnNames names = this;
        return new ColumnNames() {
            @Override
            public Optional<IndexedColumn> kept(IndexedColumn shown) {
                return names.kept(shown);
            }

            @Override
            public Optional<IndexedColumn> shown(IndexedColumn kept) {
                return names.shown(kept);
            }

            @Override
            public Optional<IndexedColumn> now(IndexedColumn kept) {
                return names.now(kept);
            }

            @Override
            public boolean isOnlyPromoted(IndexedColumn kept) {
                return onlyPromoted.test(kept);
            }
        };
    }

    /**
     * Holds both names of a column.
     *
     * @param shown the column as users know it
     * @param kept the column as the index keeps it; its type differs at most in the names of fields
     */
    record Pair(ColumnPath shown, ColumnPath kept) {
        public Pair {
            requireNonNull(shown, "shown is null");
            requireNonNull(kept, "kept is null");
        }
    }

    /** Returns the translation between the columns of a table. It is thread-safe, and remembers what it has translated. */
    static ColumnNames of(List<Pair> columns, ColumnPaths paths) {
        Direction toKept = new Direction(
                paths,
                columns.stream().collect(toImmutableMap(pair -> pair.shown().base(), Pair::kept)));
        Direction toShown = new Direction(
                paths,
                columns.stream().collect(toImmutableMap(pair -> pair.kept().base(), Pair::shown)));
        return new ColumnNames() {
            @Override
            public Optional<IndexedColumn> kept(IndexedColumn shown) {
                return toKept.translate(shown);
            }

            @Override
            public Optional<IndexedColumn> shown(IndexedColumn kept) {
                return toShown.translate(kept);
            }

            @Override
            public Optional<IndexedColumn> now(IndexedColumn kept) {
                return paths.parse(kept.name(), toShown.columns).flatMap(toShown::follow);
            }
        };
    }

    /** Translates in one direction. */
    final class Direction {
        /** Queries may ask for ever more paths. */
        private static final int MOST_KNOWN = 10_000;

        private final ColumnPaths paths;
        private final Map<IndexedColumn, ColumnPath> targets;
        private final List<IndexedColumn> columns;
        private final ConcurrentMap<IndexedColumn, Optional<IndexedColumn>> known = CacheBuilder.newBuilder()
                .maximumSize(MOST_KNOWN)
                .<IndexedColumn, Optional<IndexedColumn>>build()
                .asMap();

        private Direction(ColumnPaths paths, Map<IndexedColumn, ColumnPath> targets) {
            this.paths = requireNonNull(paths, "paths is null");
            this.targets = targets;
            this.columns = ImmutableList.copyOf(targets.keySet());
        }

        private Optional<IndexedColumn> translate(IndexedColumn column) {
            return known.computeIfAbsent(
                    column, from -> paths.find(from, columns).flatMap(this::follow));
        }

        private Optional<IndexedColumn> follow(ColumnPath path) {
            ColumnPath target = targets.get(path.base());
            return path.over(target.base(), target.type()).map(ColumnPath::indexed);
        }
    }
}
