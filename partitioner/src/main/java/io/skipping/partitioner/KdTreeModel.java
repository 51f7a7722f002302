// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner;

import java.util.Arrays;
import java.util.List;

/**
 * A binary tree (Bentley: Multidimensional binary search trees used for associative searching, CACM 1975): an inner node
 * sends what is less than its value in its column to its first subtree, a leaf is a partition.
 *
 * <p>Nodes are numbered from 0 in the order of the file, the root first. A column and a value belong to each inner node;
 * where subtrees begin is kept as the number of a node, or as −1 − partition for a leaf.
 */
public final class KdTreeModel implements LayoutModel {
    private final List<Column> columns;
    private final ColumnType[] types;
    private final int partitions;
    private final int root;
    private final int[] column;
    private final long[] fromKey;
    private final byte[][] fromText;
    /** Of each node, where its first subtree begins, and where its second one does. */
    private final int[] subtrees;
    /** Whether keys say of every record, also of one with NULL, on which side of every node it is. */
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

    /** Without a branch on what is compared: half of these would be predicted wrongly. */
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

    /** Hands the nodes over in the order of the file. */
    void visit(Visitor visitor) {
        visit(root, visitor);
    }

    // no deeper than the tree, which the builder bounds
    private void visit(int node, Visitor visitor) {
        if (node < 0) {
            visitor.leaf(~node);
            return;
        }
        visitor.cut(column[node], fromKey[node], fromText[node]);
        visit(subtrees[2 * node], visitor);
        visit(subtrees[2 * node + 1], visitor);
    }

    /** Takes a tree's nodes, each before its subtrees, the first subtree before the second. */
    interface Visitor {
        /** @param text of a column of text; the key of others */
        void cut(int column, long key, byte[] text);

        void leaf(int partition);
    }

    /** Makes a tree of its nodes, given in the order of the file. */
    public static final class Builder {
        /** So deep that only a tree that can't be meant is deeper. */
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
        /** Inner nodes that lack a subtree, the outermost first; complemented when it is the second. */
        private int[] open = new int[64];

        private int depth;

        public Builder(List<Column> columns, int partitions) {
            this.columns = Column.distinct(columns);
            this.partitions = LayoutModel.checkPartitions(partitions);
        }

        /** An inner node over a column of numbers. */
        public Builder cut(int column, long key) {
            return cut(column, key, null);
        }

        /** An inner node over a column of text. */
        public Builder cut(int column, byte[] text) {
            return cut(column, 0, text.clone());
        }

        private Builder cut(int at, long key, byte[] text) {
            if (at < 0 || at >= columns.size()) {
                throw new IllegalArgumentException("No column has the number " + at);
            }
            if (columns.get(at).type().isText() != (text != null)) {
                throw new IllegalArgumentException("A cut at a value of another type than its column's");
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
                throw new IllegalArgumentException("Nodes after the end of the tree");
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

        public KdTreeModel build() {
            if (!complete) {
                throw new IllegalArgumentException("A tree that ends before its last leaf");
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
