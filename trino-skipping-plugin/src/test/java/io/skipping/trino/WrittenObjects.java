// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino;

import static org.assertj.core.api.Assertions.assertThat;

import io.skipping.partitioner.Column;
import io.skipping.partitioner.LayoutModel;
import io.skipping.partitioner.ModelJson;
import io.trino.testing.MaterializedRow;
import io.trino.testing.QueryRunner;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** What a table that was written by a layout has to look like. */
final class WrittenObjects {
    /** A path of an object that an INSERT by a layout wrote: the query's id, the partition's number, and a random part. */
    private static final Pattern BY_LAYOUT =
            Pattern.compile(".*/[0-9]{8}_[0-9]{6}_[0-9]{5,}_[a-z0-9]{5}_(?<partition>[0-9]{6})_[0-9a-f]{8}-[^/]*");

    /** A path of an object that is a bucket of Hive. */
    private static final Pattern BUCKET = Pattern.compile(".*/(?<partition>[0-9]{6})_0_[^/]*");

    private final QueryRunner runner;
    private final String table;

    WrittenObjects(QueryRunner runner, String table) {
        this.runner = runner;
        this.table = table;
    }

    static String literal(LayoutModel model) {
        return "'" + ModelJson.write(model).replace("'", "''") + "'";
    }

    List<String> paths() {
        return runner.execute("SELECT DISTINCT \"$path\" FROM " + table).getMaterializedRows().stream()
                .map(row -> (String) row.getField(0))
                .toList();
    }

    /** Returns the number of the partition in the name of an object; empty if no layout named it. */
    static OptionalInt partitionInName(String path) {
        return partitionInName(BY_LAYOUT, path);
    }

    private static OptionalInt partitionInName(Pattern names, String path) {
        Matcher matcher = names.matcher(path);
        return matcher.matches() ? OptionalInt.of(Integer.parseInt(matcher.group("partition"))) : OptionalInt.empty();
    }

    /** That each object has the rows of one partition, of which there is no other object in its folder. */
    void assertOneObjectAPartition(LayoutModel model) {
        assertOneObjectAPartition(model, BY_LAYOUT);
    }

    /** As {@link #assertOneObjectAPartition(LayoutModel)}, of a table whose buckets are the partitions. */
    void assertOneBucketAPartition(LayoutModel model) {
        assertOneObjectAPartition(model, BUCKET);
    }

    private void assertOneObjectAPartition(LayoutModel model, Pattern names) {
        String columns = model.columns().stream().map(Column::name).collect(Collectors.joining(", "));
        Set<String> foldersAndPartitions = new HashSet<>();
        List<MaterializedRow> objects = runner.execute(
                        "SELECT \"$path\", layout_partition(%s, %s) FROM %s GROUP BY 1, 2"
                                .formatted(literal(model), columns, table))
                .getMaterializedRows();
        assertThat(objects)
                .as("objects of %s, and the partitions of their rows", table)
                .hasSizeGreaterThan(1);
        for (MaterializedRow object : objects) {
            String path = (String) object.getField(0);
            int slash = path.lastIndexOf('/');
            assertThat(partitionInName(names, path))
                    .as("the partition in the name of %s", path)
                    .hasValue((Integer) object.getField(1));
            assertThat(foldersAndPartitions.add(path.substring(0, slash) + " " + object.getField(1)))
                    .as("a second object of partition %s: %s", object.getField(1), path)
                    .isTrue();
        }
        assertThat(paths())
                .as("objects of %s, each of which is of one partition", table)
                .hasSameSizeAs(objects);
    }

    /** That the rows of each object come in ascending order of a column, NULL first. */
    void assertSortedInside(String column) {
        for (String path : paths()) {
            // one split is read by one thread, in the order of the object
            List<Object> values = runner
                    .execute("SELECT %s FROM %s WHERE \"$path\" = '%s'".formatted(column, table, path))
                    .getMaterializedRows()
                    .stream()
                    .map(row -> row.getField(0))
                    .toList();
            assertThat(values).as("%s in %s", column, path).isSortedAccordingTo(WrittenObjects::compare);
        }
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private static int compare(Object one, Object other) {
        if (one == null || other == null) {
            return Boolean.compare(one != null, other != null);
        }
        return ((Comparable) one).compareTo(other);
    }
}
