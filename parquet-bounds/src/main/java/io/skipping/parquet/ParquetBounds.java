// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.parquet;

import static java.util.Objects.requireNonNull;

import io.airlift.slice.Slice;
import io.skipping.index.store.segment.MemoryLimit;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.DataPageHeader;
import org.apache.parquet.format.DataPageHeaderV2;
import org.apache.parquet.format.DictionaryPageHeader;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.FieldRepetitionType;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.Util;

/**
 * Computes an upper bound for the memory that the columns of a Parquet file take, before they are decoded. A few bytes
 * can claim that a column has a hundred million equal values, and readers allocate memory for what is claimed. So every
 * count is compared with the actual content.
 */
public final class ParquetBounds {
    private static final String MAGIC = "PAR1";
    private static final int TRAILER = Integer.BYTES + MAGIC.length();
    private static final int MOST_FOOTER_BYTES = 16 << 20;
    /** Bounds the number of columns, row groups, and their parts. */
    private static final int MOST_FOOTER_ELEMENTS = 500_000;

    private static final int MOST_PAGE_ELEMENTS = 100;
    private static final int MOST_SCHEMA_DEPTH = 64;

    /** The encodings with which segments are written. Others can also claim many values in few bytes. */
    private static final Set<Encoding> ENCODINGS =
            Set.of(Encoding.PLAIN, Encoding.PLAIN_DICTIONARY, Encoding.RLE_DICTIONARY);

    private static final Set<Encoding> LEVEL_ENCODINGS = Set.of(Encoding.RLE, Encoding.BIT_PACKED);

    /** The size of the two numbers that locate a value within a list. */
    private static final int LEVEL_BYTES = 2 * Integer.BYTES;

    /** Texts of more bytes than this are worth waking other processors for, or counting one by one. */
    private static final long SHARED_BYTES = 1 << 20;

    private final Slice file;
    private final PageDecompressor decompressor;
    private final long most;
    private long rows;
    /** bytes of values of a known size, and of texts as stored in the file */
    private long typicalBytes;
    /** bytes of pages from which values are copied, and of texts that are stored once in a dictionary */
    private long moreBytes;
    /** pages with texts one after the other */
    private final List<TextPage> textPages = new ArrayList<>();

    private ParquetBounds(Slice file, PageDecompressor decompressor, long most) {
        this.file = requireNonNull(file, "file is null");
        this.decompressor = requireNonNull(decompressor, "decompressor is null");
        this.most = most;
    }

    /**
     * Examines the footer and all page headers.
     *
     * @param file the whole file
     * @param most maximum memory, in bytes; the examination stops as soon as the file needs more
     * @throws IOException if the file is invalid; the message is a clause that says why
     */
    public static ParquetBounds of(Slice file, PageDecompressor decompressor, long most) throws IOException {
        ParquetBounds bounds = new ParquetBounds(file, decompressor, most);
        bounds.add(bounds.footer());
        bounds.checkTexts();
        return bounds;
    }

    /** Returns the number of rows in the file. */
    public long rows() {
        return rows;
    }

    /** Returns the bytes that all columns take after decoding, if all texts are of similar length. */
    public long typicalBytes() {
        return typicalBytes;
    }

    /** Returns the maximum number of bytes that all columns take while they are decoded. */
    public long mostBytes() {
        return typicalBytes + moreBytes;
    }

    private FileMetaData footer() throws IOException {
        int end = file.length() - TRAILER;
        check(
                end >= MAGIC.length()
                        && file.slice(end + Integer.BYTES, MAGIC.length())
                                .toStringUtf8()
                                .equals(MAGIC),
                "it is no Parquet file, or cut off");
        int length = file.getInt(end);
        check(
                length > 0 && length <= end - MAGIC.length() && length <= MOST_FOOTER_BYTES,
                "its footer cannot have %s bytes",
                length);
        CompactThrift.end(file, end - length, end, MOST_FOOTER_ELEMENTS);
        return Util.readFileMetaData(file.slice(end - length, length).getInput());
    }

    private void add(FileMetaData footer) throws IOException {
        List<Leaf> leaves = leaves(footer.getSchema());
        for (RowGroup group : footer.getRow_groups()) {
            check(group.getNum_rows() >= 0, "a row group cannot have %s rows", group.getNum_rows());
            check(
                    group.getColumns().size() == leaves.size(),
                    "a row group has %s columns instead of %s",
                    group.getColumns().size(),
                    leaves.size());
            rows = Math.addExact(rows, group.getNum_rows());
            for (int column = 0; column < leaves.size(); column++) {
                add(group.getColumns().get(column), leaves.get(column), group.getNum_rows());
            }
        }
    }

    /**
     * Describes a column that has values.
     *
     * @param isOptional whether values may be NULL, or lists empty
     * @param isRepeated whether the column has lists of values
     */
    private record Leaf(List<String> path, int valueBytes, boolean isText, boolean isOptional, boolean isRepeated) {}

    private record OpenGroup(List<String> path, boolean isOptional, boolean isRepeated, int[] childrenLeft) {}

    /**
     * Returns the columns that have values. This method is not recursive because Parquet does not limit the depth of a
     * schema.
     */
    private static List<Leaf> leaves(List<SchemaElement> schema) throws IOException {
        check(!schema.isEmpty(), "its schema is empty");
        List<Leaf> leaves = new ArrayList<>();
        Deque<OpenGroup> open = new ArrayDeque<>();
        open.push(new OpenGroup(List.of(), false, false, new int[] {children(schema.get(0))}));
        for (SchemaElement element : schema.subList(1, schema.size())) {
            while (!open.isEmpty() && open.peek().childrenLeft()[0] == 0) {
                open.pop();
            }
            check(!open.isEmpty() && open.size() <= MOST_SCHEMA_DEPTH, "its schema is no tree, or too deep");
            OpenGroup parent = open.peek();
            parent.childrenLeft()[0]--;
            List<String> path = new ArrayList<>(parent.path());
            path.add(element.getName());
            boolean repeated = parent.isRepeated() || element.getRepetition_type() == FieldRepetitionType.REPEATED;
            boolean optional = parent.isOptional() || element.getRepetition_type() != FieldRepetitionType.REQUIRED;
            if (element.isSetType()) {
                leaves.add(leaf(path, element, optional, repeated));
            } else {
                open.push(new OpenGroup(path, optional, repeated, new int[] {children(element)}));
            }
        }
        check(open.stream().allMatch(group -> group.childrenLeft()[0] == 0), "its schema is cut off");
        return leaves;
    }

    private static int children(SchemaElement element) throws IOException {
        check(element.getNum_children() >= 0, "a column cannot have %s parts", element.getNum_children());
        return element.getNum_children();
    }

    private static Leaf leaf(List<String> path, SchemaElement element, boolean optional, boolean repeated)
            throws IOException {
        int bytes = switch (element.getType()) {
            // keys are wider than some types are in the file
            case BOOLEAN, INT32, INT64, FLOAT, DOUBLE -> Long.BYTES;
            case INT96 -> 2 * Long.BYTES;
            // offset and length
            case BYTE_ARRAY -> 2 * Integer.BYTES;
            case FIXED_LEN_BYTE_ARRAY -> {
                check(element.getType_length() > 0, "a value cannot have %s bytes", element.getType_length());
                yield Math.max(2 * Long.BYTES, element.getType_length());
            }
        };
        boolean text = element.getType() == org.apache.parquet.format.Type.BYTE_ARRAY;
        // plus a flag for NULL
        return new Leaf(path, bytes + 1 + (repeated ? LEVEL_BYTES : 0), text, optional, repeated);
    }

    private void add(ColumnChunk chunk, Leaf leaf, long groupRows) throws IOException {
        ColumnMetaData column = chunk.getMeta_data();
        check(column != null && !chunk.isSetFile_path(), "a column is in another file");
        check(column.getPath_in_schema().equals(leaf.path()), "column %s is not where it should be", leaf.path());
        long values = column.getNum_values();
        check(
                leaf.isRepeated() ? values >= groupRows : values == groupRows,
                "column %s has %s values in %s rows",
                leaf.path(),
                values,
                groupRows);
        typicalBytes += checked(values, leaf.valueBytes());

        long start = column.getDictionary_page_offset() > 0
                        && column.getDictionary_page_offset() < column.getData_page_offset()
                ? column.getDictionary_page_offset()
                : column.getData_page_offset();
        long length = column.getTotal_compressed_size();
        check(
                start >= 0 && length >= 0 && start <= file.length() - length,
                "column %s is not within the file",
                leaf.path());
        int position = (int) start;
        int end = (int) (start + length);
        long left = values;
        Dictionary dictionary = Dictionary.OF_NO_TEXTS;
        for (boolean first = true; left > 0; first = false) {
            int headerEnd = CompactThrift.end(file, position, end, MOST_PAGE_ELEMENTS);
            PageHeader page = Util.readPageHeader(
                    file.slice(position, headerEnd - position).getInput());
            int stored = page.getCompressed_page_size();
            check(stored >= 0 && stored <= end - headerEnd, "a page of column %s is cut off", leaf.path());
            long unpacked = checked(page.getUncompressed_page_size(), 1);
            if (leaf.isText()) {
                typicalBytes += unpacked;
            } else {
                moreBytes += unpacked;
            }
            switch (page.getType()) {
                case DICTIONARY_PAGE -> {
                    check(first, "column %s has a dictionary in its middle", leaf.path());
                    dictionary = dictionary(page, headerEnd, column, leaf);
                }
                case DATA_PAGE -> {
                    DataPageHeader header = page.getData_page_header();
                    check(
                            LEVEL_ENCODINGS.contains(header.getDefinition_level_encoding())
                                    && LEVEL_ENCODINGS.contains(header.getRepetition_level_encoding()),
                            "a page of column %s is not encoded as segments are",
                            leaf.path());
                    int bytes = page.getUncompressed_page_size();
                    left -= addValues(
                            header.getNum_values(), left, header.getEncoding(), dictionary, leaf, bytes, () -> {
                                Slice all = decompressed(column, headerEnd, stored, bytes);
                                int levels = levelsEnd(all, header, leaf);
                                return all.slice(levels, all.length() - levels);
                            });
                }
                case DATA_PAGE_V2 -> {
                    DataPageHeaderV2 header = page.getData_page_header_v2();
                    int definitions = header.getDefinition_levels_byte_length();
                    int repetitions = header.getRepetition_levels_byte_length();
                    check(
                            definitions >= 0 && repetitions >= 0 && (long) definitions + repetitions <= stored,
                            "a page of column %s is cut off",
                            leaf.path());
                    int levels = definitions + repetitions;
                    int bytes = page.getUncompressed_page_size() - levels;
                    left -= addValues(
                            header.getNum_values(),
                            left,
                            header.getEncoding(),
                            dictionary,
                            leaf,
                            bytes,
                            () -> header.isIs_compressed()
                                    ? decompressed(column, headerEnd + levels, stored - levels, bytes)
                                    : file.slice(headerEnd + levels, stored - levels));
                }
                default -> throw new IOException("column %s has a page of an unknown kind".formatted(leaf.path()));
            }
            position = headerEnd + stored;
        }
    }

    /** Reads the values of a page, which follow its levels. */
    private interface Values {
        Slice read() throws IOException;
    }

    /**
     * Adds what a page takes.
     *
     * @param left values of its column that no page before had
     * @param bytes of the values, not compressed
     * @return the number of its values
     */
    private long addValues(
            int values, long left, Encoding encoding, Dictionary dictionary, Leaf leaf, int bytes, Values content)
            throws IOException {
        check(values >= 0 && values <= left, "a page of column %s has %s values of %s", leaf.path(), values, left);
        check(ENCODINGS.contains(encoding), "a page of column %s is not encoded as segments are", leaf.path());
        if (encoding != Encoding.PLAIN) {
            long atMost = (long) values * dictionary.longest();
            // one long text among many short ones must not count for each of them
            moreBytes += checked(atMost > SHARED_BYTES ? dictionary.bytes(content.read(), values) : atMost, 1);
        } else if (leaf.isText()) {
            textPages.add(new TextPage(bytes, () -> checkTexts(content.read(), leaf)));
        }
        return values;
    }

    private Slice decompressed(ColumnMetaData column, int start, int stored, int unpacked) throws IOException {
        check(unpacked >= 0, "a page cannot have %s bytes", unpacked);
        return decompressor.decompress(column.getCodec(), file.slice(start, stored), unpacked);
    }

    /**
     * Returns where the values of a page begin, after the levels that say which values are NULL and to which list they
     * belong.
     */
    private static int levelsEnd(Slice page, DataPageHeader header, Leaf leaf) throws IOException {
        int position = 0;
        if (leaf.isRepeated()) {
            position = levelsEnd(page, position, header.getRepetition_level_encoding(), leaf);
        }
        if (leaf.isOptional()) {
            position = levelsEnd(page, position, header.getDefinition_level_encoding(), leaf);
        }
        return position;
    }

    private static int levelsEnd(Slice page, int start, Encoding encoding, Leaf leaf) throws IOException {
        check(encoding == Encoding.RLE, "a page of column %s is not encoded as segments are", leaf.path());
        check(start <= page.length() - Integer.BYTES, "a page of column %s is cut off", leaf.path());
        int length = page.getInt(start);
        int values = start + Integer.BYTES;
        check(length >= 0 && length <= page.length() - values, "a page of column %s is cut off", leaf.path());
        return values + length;
    }

    private interface Check {
        void run() throws IOException;
    }

    /** @param bytes size of its content, in bytes */
    private record TextPage(long bytes, Check check) {
        Stream<Exception> failure() {
            try {
                check.run();
                return Stream.empty();
            } catch (IOException | RuntimeException e) {
                return Stream.of(e);
            }
        }
    }

    /** Decompresses the pages with texts, which takes longer than all else, so pages are shared among the processors. */
    private void checkTexts() throws IOException {
        Stream<TextPage> pages = textPages.stream();
        if (textPages.stream().mapToLong(TextPage::bytes).sum() > SHARED_BYTES) {
            pages = pages.parallel();
        }
        Exception failure = pages.flatMap(TextPage::failure).findFirst().orElse(null);
        textPages.clear();
        if (failure instanceof IOException e) {
            throw e;
        }
        if (failure instanceof RuntimeException e) {
            throw e;
        }
    }

    /**
     * Checks that texts are not longer than their page: a reader allocates memory for the claimed length before it
     * copies.
     */
    private static void checkTexts(Slice texts, Leaf leaf) throws IOException {
        for (int position = 0; position < texts.length(); ) {
            position = textEnd(texts, position, leaf);
        }
    }

    private static int textEnd(Slice texts, int start, Leaf leaf) throws IOException {
        check(start <= texts.length() - Integer.BYTES, "a text of column %s is cut off", leaf.path());
        int length = texts.getInt(start);
        int text = start + Integer.BYTES;
        check(length >= 0 && length <= texts.length() - text, "a text of column %s is cut off", leaf.path());
        return text + length;
    }

    private Dictionary dictionary(PageHeader page, int start, ColumnMetaData column, Leaf leaf) throws IOException {
        DictionaryPageHeader header = page.getDictionary_page_header();
        long least = (long) header.getNum_values() * (leaf.isText() ? Integer.BYTES : 1);
        check(
                header.getNum_values() >= 0 && least <= page.getUncompressed_page_size(),
                "the dictionary of column %s cannot have %s values",
                leaf.path(),
                header.getNum_values());
        if (!leaf.isText()) {
            return Dictionary.OF_NO_TEXTS;
        }
        Slice texts = decompressed(column, start, page.getCompressed_page_size(), page.getUncompressed_page_size());
        int[] lengths = new int[header.getNum_values()];
        int position = 0;
        for (int value = 0; value < lengths.length; value++) {
            int end = textEnd(texts, position, leaf);
            lengths[value] = end - position - Integer.BYTES;
            position = end;
        }
        return new Dictionary(lengths);
    }

    /** Returns the product, after checking that the limit permits so many bytes. */
    private long checked(long count, long each) throws IOException {
        check(count >= 0, "it has a page of %s bytes", count);
        if (each > 0 && count > (most - mostBytes()) / each) {
            throw MemoryLimit.exceeded(most);
        }
        return count * each;
    }

    private static void check(boolean condition, String message, Object... arguments) throws IOException {
        if (!condition) {
            throw new IOException(message.formatted(arguments));
        }
    }
}
