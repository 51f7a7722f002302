// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner;

import java.util.Arrays;
import java.util.List;

/**
 * Divides records by a binary tree (Bentley: Multidimensional binary search trees used for associative searching, CACM
 * 1975). An inner node sends records whose value in its column is less than its own value to its first subtree. A leaf
 * is a partition.
 *
 * <p>Nodes are numbered from 0 in the order of the file, the root first. Each inner node has a column and a value. The
 * start of a subtree is stored as the number of its node, or as −1 − partition for a leaf.
 */
public final class KdTreeModel implements LayoutModel {
    private final List<Column> columns;
    private final ColumnType[] types;
    private final int partitions;
    private final int root;
    private final int[] column;
    private final long[] fromKey;
    private final byte[][] fromText;
    /** For each node, the start of its first subtree, followed by that of its second. */
    private final int[] subtrees;
    /** Tells whether keys alone decide, for every record including those with NULL, on which side of each node it is. */
    private final boolean hasKeysOnly;

    private KdTreeModel(
            List<Column> columns,
            int partitions,
            int root,
            int[] column,
            long[] fromKey,
            byte[][] fromText,
            int[] subtrees) {
        this.columns = Column.distinct(columns);
        this.partitions = LayoutModel.checkPartitions(partitions);
        this.root = root;
        types = columns.stream().map(Column::type).toArray(ColumnType[]::new);
        this.column = column;
        this.fromKey = fromKey;
        this.fromText = fromText;
        this.subtrees = subtrees;
        hasKeysOnly = columns.stream().noneMatch(each -> each.type().isText())
                && Arrays.stream(fromKey).noneMatch(key -> key == Keys.NULL);
    }

    @Override
    public List<Column> columns() {
        return columns;
    }

    @Override
    public int partitions() {
        return partitions;
    }

    @Override
    public int partition(Row row) {
        return hasKeysOnly ? partitionByKeys(row) : partitionByValues(row);
    }

    /** Finds the partition without a branch on the comparison: half of the branches would be mispredicted. */
    private int partitionByKeys(Row row) {
        long[] keys = new long[types.length];
        for (int at = 0; at < keys.length; at++) {
            keys[at] = Keys.of(types[at], row, at);
        }
        int node = root;
        while (node >= 0) {
            node = subtrees[2 * node + (keys[column[node]] < fromKey[node] ? 0 : 1)];
        }
        return ~node;
    }

    private int partitionByValues(Row row) {
        int node = root;
        while (node >= 0) {
            node = subtrees[2 * node + (isBelow(row, node) ? 0 : 1)];
        }
        return ~node;
    }

    private boolean isBelow(Row row, int node) {
        int at = column[node];
        if (row.isNull(at)) {
            return true;
        }
        return switch (types[at]) {
            case DOUBLE -> Keys.ofDouble(row.doubleValue(at)) < fromKey[node];
            case VARCHAR -> Arrays.compareUnsigned(row.textValue(at), fromText[node]) < 0;
            case BIGINT, DATE, TIMESTAMP -> row.longValue(at) < fromKey[node];
        };
    }

    /** Passes the nodes to the visitor in the order of the file. */
    void visit(Visitor visitor) {
        visit(root, visitor);
    }

    // the recursion is no deeper than the tree, which the builder bounds
    private void visit(int node, Visitor visitor) {
        if (node < 0) {
            visitor.leaf(~node);
            return;
        }
        visitor.cut(column[node], fromKey[node], fromText[node]);
        visit(subtrees[2 * node], visitor);
        visit(subtrees[2 * node + 1], visitor);
    }

    /** Visits a tree's nodes, each before its subtrees, the first subtree before the second. */
    interface Visitor {
        /**
         * Visits an inner node.
         *
         * @param key the value, for columns of numbers
         * @param text the value, for columns of text
         */
        void cut(int column, long key, byte[] text);

        void leaf(int partition);
    }

    /** Builds a tree from its nodes, given in the order of the file. */
    public static final class Builder {
        /** The maximum depth. A deeper tree can only be a mistake. */
        private static final int MOST_DEPTH = 1_000;

        private final List<Column> columns;
        private final int partitions;
        private int[] column = new int[16];
        private long[] fromKey = new long[16];
        private byte[][] fromText = new byte[16][];
        private int[] subtrees = new int[32];
        private int nodes;
        private int root;
        private boolean complete;
        /**
         * Inner nodes that lack a subtree, the outermost first; the complement of the number if the second subtree is
         * missing.
         */
        private int[] open = new int[64];

        private int depth;

        /**
         * Creates a builder of a tree without nodes.
         *
         * @throws IllegalArgumentException if there are no columns, if two have the same name, or if a model may not have that
         *     many partitions
         */
        public Builder(List<Column> columns, int partitions) {
            this.columns = Column.distinct(columns);
            this.partitions = LayoutModel.checkPartitions(partitions);
        }

        /**
         * Adds an inner node on a column of numbers.
         *
         * @param column the position of the column
         * @param key the least value of the second subtree, in the representation of {@link Keys}
         * @throws IllegalArgumentException if there can be no such node; the message says why
         */
        public Builder cut(int column, long key) {
            return cut(column, key, null);
        }

        /**
         * Adds an inner node on a column of text.
         *
         * @param column the position of the column
         * @param text the least value of the second subtree, in UTF-8; it is copied
         * @throws IllegalArgumentException if there can be no such node; the message says why
         */
        public Builder cut(int column, byte[] text) {
            return cut(column, 0, text.clone());
        }

        private Builder cut(int at, long key, byte[] text) {
            if (at < 0 || at >= columns.size()) {
                throw new IllegalArgumentException("No column has the number " + at);
            }
            if (columns.get(at).type().isText() != (text != null)) {
                throw new IllegalArgumentException("The value of a cut on column %s is of another type than it"
                        .formatted(columns.get(at).name()));
            }
            if (columns.get(at).type() == ColumnType.DOUBLE && Keys.ofDouble(Keys.toDouble(key)) != key) {
                throw new IllegalArgumentException("No double has the key " + key);
            }
            if (depth >= MOST_DEPTH) {
                throw new IllegalArgumentException("A tree is at most %d cuts deep".formatted(MOST_DEPTH));
            }
            if (nodes == column.length) {
                grow();
            }
            int node = nodes++;
            column[node] = at;
            fromKey[node] = key;
            fromText[node] = text;
            attach(node);
            if (depth == open.length) {
                open = Arrays.copyOf(open, 2 * depth);
            }
            open[depth++] = node;
            return this;
        }

        /**
         * Adds a leaf.
         *
         * @param partition the number of its partition, from 0
         * @throws IllegalArgumentException if there is no such partition, or if the tree is complete already
         */
        public Builder leaf(int partition) {
            if (partition < 0 || partition >= partitions) {
                throw new IllegalArgumentException("Partitions are 0 to %d: %d".formatted(partitions - 1, partition));
            }
            attach(~partition);
            while (depth > 0 && open[depth - 1] < 0) {
                depth--;
            }
            if (depth == 0) {
                complete = true;
            } else {
                open[depth - 1] = ~open[depth - 1];
            }
            return this;
        }

        private void attach(int child) {
            if (complete) {
                throw new IllegalArgumentException("The tree has nodes after its end");
            }
            if (depth == 0) {
                root = child;
            } else if (open[depth - 1] >= 0) {
                subtrees[2 * open[depth - 1]] = child;
            } else {
                subtrees[2 * ~open[depth - 1] + 1] = child;
            }
        }

        private void grow() {
            int size = 2 * nodes;
            column = Arrays.copyOf(column, size);
            fromKey = Arrays.copyOf(fromKey, size);
            fromText = Arrays.copyOf(fromText, size);
            subtrees = Arrays.copyOf(subtrees, 2 * size);
        }

        /**
         * Returns the model.
         *
         * @throws IllegalArgumentException if nodes are missing
         */
        public KdTreeModel build() {
            if (!complete) {
                throw new IllegalArgumentException("The tree ends before its last leaf");
            }
            return new KdTreeModel(
                    columns,
                    partitions,
                    root,
                    Arrays.copyOf(column, nodes),
                    Arrays.copyOf(fromKey, nodes),
                    Arrays.copyOf(fromText, nodes),
                    Arrays.copyOf(subtrees, 2 * nodes));
        }
    }
}
