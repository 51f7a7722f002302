// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.explain;

import static com.google.common.collect.ImmutableList.toImmutableList;
import static com.google.common.collect.ImmutableListMultimap.toImmutableListMultimap;

import com.google.common.collect.ImmutableListMultimap;
import io.airlift.units.DataSize;
import io.skipping.index.predicate.Predicate;
import io.skipping.index.snapshot.ObjectVerdict;
import java.util.List;

/** Says why objects have one range, so that they are read as a whole or not at all. */
final class WholeObjects {
    /** In bytes. Nothing is gained by reading smaller objects in parts. */
    private static final long LARGE = 4L << 20;

    /** No object of a table is as large. */
    private static final String ALL = "1TB";

    /** Lists the reasons, with what helps. */
    private enum Reason {
        GZIP,
        COMPRESSED,
        SMALL,
        ENDS,
        ROW_GROUP,
        OTHER;

        static Reason of(ListedObject object) {
            return switch (object.form()) {
                case GZIP -> GZIP;
                case COMPRESSED_TEXT -> COMPRESSED;
                case CUT_ANYWHERE, ROW_GROUPS, LINES_BETWEEN_ENDS, NEVER_CUT -> {
                    if (object.size() < LARGE) {
                        yield SMALL;
                    }
                    yield switch (object.form()) {
                        case ROW_GROUPS -> ROW_GROUP;
                        case LINES_BETWEEN_ENDS -> ENDS;
                        default -> OTHER;
                    };
                }
            };
        }
    }

    private WholeObjects() {}

    /**
     * Returns a line for each reason why most of the objects that a predicate leaves have one range; none if most have
     * several.
     */
    static List<String> explain(IndexedTable table, Predicate predicate, ListedObjects listed) {
        List<ListedObjects.Looked> left = listed.look(table, predicate).stream()
                .filter(object -> object.verdict() instanceof ObjectVerdict.Known known && known.isLeft())
                .toList();
        ImmutableListMultimap<Reason, ListedObject> whole = left.stream()
                .filter(object -> object.verdict() instanceof ObjectVerdict.Known known && known.count() == 1)
                .map(ListedObjects.Looked::object)
                .collect(toImmutableListMultimap(Reason::of, object -> object));
        if (whole.size() * 2 <= left.size()) {
            return List.of();
        }
        return whole.keySet().stream()
                // a query that reads a single small object would not read less of a larger one
                .filter(reason -> reason != Reason.SMALL || whole.get(reason).size() > 1)
                .sorted()
                .map(reason -> "%d of the %d objects left have one range and are read as a whole, such as %s: %s"
                        .formatted(
                                whole.get(reason).size(),
                                left.size(),
                                whole.get(reason).getFirst().path(),
                                text(reason, table, whole.get(reason))))
                .collect(toImmutableList());
    }

    private static String text(Reason reason, IndexedTable table, List<ListedObject> objects) {
        String path = objects.getFirst().path();
        String name = ShellWords.ofFile(path.substring(path.lastIndexOf('/') + 1));
        return switch (reason) {
            case GZIP ->
                "gzip is read in parts only if it has several members, of less than 4 MB each. To make some of a file: gunzip -c %1$s | bgzip -c > members && mv members %1$s; Spark writes them by .option(\"compression\", \"io.skipping.committer.codec.MemberGzipCodec\"); Trino writes plain text: %2$s; then %3$s"
                        .formatted(name, plainText(table), table.buildCommand());
            case COMPRESSED ->
                "compressed text is read in parts only if it is gzip of several members (docs/formats.md). Trino writes plain text: %s, then %s"
                        .formatted(plainText(table), table.buildCommand());
            case SMALL ->
                "they are small, %s on average, and their parts would take as long to read. Fewer, larger objects take fewer requests: %s, then %s"
                        .formatted(meanSize(objects), table.writeAnew("64MB"), table.buildCommand());
            case ENDS ->
                "they have several header lines, or footer lines (skip_header_line_count, skip_footer_line_count), and were indexed before these were looked for, or these are longer than 16 MB. A copy of the table has none: %s"
                        .formatted(table.copy());
            case ROW_GROUP ->
                "they have one row group or stripe each, %s on average, and none is read in parts. To have smaller ones: %s, then %s, then %s"
                        .formatted(
                                meanSize(objects), table.smallRowGroups(), table.writeAnew(ALL), table.buildCommand());
            case OTHER ->
                "objects of this format are not cut, or have a single block (docs/formats.md). A copy of the table as Parquet is read by row groups: %s"
                        .formatted(table.copy());
        };
    }

    private static String plainText(IndexedTable table) {
        return "SET SESSION %s.compression_codec = 'NONE', then %s".formatted(table.sqlCatalog(), table.writeAnew(ALL));
    }

    private static DataSize meanSize(List<ListedObject> objects) {
        return DataSize.succinctBytes(
                (long) objects.stream().mapToLong(ListedObject::size).average().orElseThrow());
    }
}
