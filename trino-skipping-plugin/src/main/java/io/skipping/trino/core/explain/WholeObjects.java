// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.explain;

import static com.google.common.collect.ImmutableList.toImmutableList;
import static com.google.common.collect.ImmutableListMultimap.toImmutableListMultimap;

import com.google.common.collect.ImmutableListMultimap;
import io.airlift.units.DataSize;
import io.skipping.index.predicate.Predicate;
import io.skipping.index.predicate.Verdict;
import io.skipping.index.snapshot.ObjectVerdict;
import java.util.List;
import java.util.stream.IntStream;

/** Says why objects have one range, so that they are read as a whole or not at all. */
final class WholeObjects {
    /** In bytes. Nothing is gained by reading smaller objects in parts. */
    private static final long LARGE = 4L << 20;

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
                .filter(object -> object.verdict() instanceof ObjectVerdict.Known known && isLeft(known))
                .toList();
        ImmutableListMultimap<Reason, ListedObject> whole = left.stream()
                .filter(object -> object.verdict() instanceof ObjectVerdict.Known known && known.count() == 1)
                .map(ListedObjects.Looked::object)
                .collect(toImmutableListMultimap(Reason::of, object -> object));
        if (whole.size() * 2 <= left.size()) {
            return List.of();
        }
        return whole.keySet().stream()
                .sorted()
                .map(reason -> "%d of the %d objects left have one range and are read as a whole, such as %s: %s"
                        .formatted(
                                whole.get(reason).size(),
                                left.size(),
                                whole.get(reason).getFirst().path(),
                                text(reason, table, whole.get(reason))))
                .collect(toImmutableList());
    }

    private static boolean isLeft(ObjectVerdict.Known known) {
        return IntStream.range(0, known.count()).anyMatch(range -> known.verdict(range) != Verdict.CANNOT_MATCH);
    }

    private static String text(Reason reason, IndexedTable table, List<ListedObject> objects) {
        String path = objects.getFirst().path();
        String name = path.substring(path.lastIndexOf('/') + 1);
        return switch (reason) {
            case GZIP ->
                "gzip is read in parts only if it has several members, of less than 4 MB each. To make some of a file: gunzip -c %1$s | bgzip -c > members && mv members %1$s; Spark writes them by .option(\"compression\", \"io.skipping.committer.codec.MemberGzipCodec\"), and Trino writes plain text after SET SESSION %2$s.compression_codec = 'NONE'; then %3$s"
                        .formatted(name, table.catalog(), table.build());
            case COMPRESSED ->
                "compressed text is read in parts only if it is gzip of several members (docs/formats.md); Trino writes plain text after SET SESSION %s.compression_codec = 'NONE'"
                        .formatted(table.catalog());
            case SMALL ->
                "they are small, %s on average, and their parts would take as long to read. Fewer, larger objects take fewer requests: SET SESSION %s.non_transactional_optimize_enabled = true, then ALTER TABLE %s EXECUTE optimize(file_size_threshold => '64MB'), then %s"
                        .formatted(
                                DataSize.succinctBytes((long) objects.stream()
                                        .mapToLong(ListedObject::size)
                                        .average()
                                        .orElseThrow()),
                                table.catalog(),
                                table.sqlName(),
                                table.build());
            case ENDS ->
                "they have several header lines, or footer lines (skip_header_line_count, skip_footer_line_count), and were indexed before these were looked for, or these are longer than 16 MB. Write the objects anew, without such lines or with one header line, then %s"
                        .formatted(table.build());
            case ROW_GROUP ->
                "they have one row group or stripe each, %s on average, and none is read in parts. Smaller ones come of writing the rows anew after SET SESSION %2$s.parquet_writer_block_size = '16MB' (ORC: %2$s.orc_writer_max_stripe_size), then %3$s"
                        .formatted(
                                DataSize.succinctBytes((long) objects.stream()
                                        .mapToLong(ListedObject::size)
                                        .average()
                                        .orElseThrow()),
                                table.catalog(),
                                table.build());
            case OTHER -> "objects of this format are not cut, or have a single block (docs/formats.md)";
        };
    }
}
