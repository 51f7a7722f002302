// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.read.text;

import static com.google.common.base.Preconditions.checkArgument;
import static java.lang.Math.toIntExact;
import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableList;
import io.skipping.trino.core.read.text.CsvCharacters;
import io.skipping.trino.core.read.text.CsvDecoder;
import io.skipping.trino.core.read.text.DelimitedFieldFinder;
import io.skipping.trino.core.read.text.FieldDecoder;
import io.skipping.trino.core.read.text.FieldFinder;
import io.skipping.trino.core.read.text.TextEnds;
import io.skipping.trino.core.read.text.TextLines;
import io.skipping.trino.hive.config.HiveScanProperties;
import io.skipping.trino.hive.format.HiveFormat;
import io.skipping.trino.hive.release.HiveLines;
import io.trino.filesystem.Location;
import io.trino.filesystem.TrinoFileSystemFactory;
import io.trino.filesystem.TrinoInputFile;
import io.trino.hive.formats.HiveClassNames;
import io.trino.hive.formats.compression.Codec;
import io.trino.hive.formats.compression.CompressionKind;
import io.trino.hive.formats.encodings.text.TextEncodingOptions;
import io.trino.hive.formats.line.Column;
import io.trino.hive.formats.line.LineBuffer;
import io.trino.hive.formats.line.LineDeserializer;
import io.trino.hive.formats.line.LineDeserializerFactory;
import io.trino.hive.formats.line.csv.CsvDeserializerFactory;
import io.trino.hive.thrift.metastore.hive_metastoreConstants;
import io.trino.plugin.hive.AcidInfo;
import io.trino.plugin.hive.HiveColumnHandle;
import io.trino.plugin.hive.HiveConfig;
import io.trino.plugin.hive.HiveErrorCode;
import io.trino.plugin.hive.HivePageSourceFactory;
import io.trino.plugin.hive.HivePageSourceProvider;
import io.trino.plugin.hive.Schema;
import io.trino.plugin.hive.acid.AcidTransaction;
import io.trino.plugin.hive.util.HiveUtil;
import io.trino.spi.TrinoException;
import io.trino.spi.connector.ConnectorPageSource;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.predicate.TupleDomain;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * Reads text tables where it can. For delimited text and CSV, it finds the fields and decodes columns. For text with
 * other fields, it finds the lines and Trino decodes them: delimited text with escapes, a last column that takes the
 * rest of the line, CSV with non-ASCII characters, and, where the release gains by it, JSON and fields found by regular
 * expressions. It leaves the rest to
 * the stock reader, which must be asked next: objects with very many footer lines, and parts of objects with footer
 * lines or several header lines. The stock reader then refuses the latter.
 */
public final class TextPageSourceFactory implements HivePageSourceFactory {
    /**
     * The size in bytes below which a compressed object is fetched whole before it is decompressed, as the stock reader
     * does.
     */
    private static final int SMALL_OBJECT = 8 * 1024 * 1024;

    private static final int SHORT_LINE = 1024;

    private final TrinoFileSystemFactory fileSystems;
    private final int maxLineLength;

    public TextPageSourceFactory(TrinoFileSystemFactory fileSystems, HiveConfig config) {
        this.fileSystems = requireNonNull(fileSystems, "fileSystems is null");
        this.maxLineLength = toIntExact(config.getTextMaxLineLength().toBytes());
    }

    @Override
    public Optional<ConnectorPageSource> createPageSource(
            ConnectorSession session,
            Location path,
            long start,
            long length,
            long estimatedFileSize,
            long fileModifiedTime,
            Schema schema,
            List<HiveColumnHandle> columns,
            TupleDomain<HiveColumnHandle> effectivePredicate,
            Optional<AcidInfo> acidInfo,
            OptionalInt bucketNumber,
            boolean originalFile,
            AcidTransaction transaction) {
        if (!HiveScanProperties.isTextReaderEnabled(session) || acidInfo.isPresent() || !mayRead(schema)) {
            return Optional.empty();
        }
        TextEnds ends = HiveFormat.textEnds(schema);
        if (ends.footerLines() > TextLines.MOST_FOOTER_LINES || (start > 0 && !ends.cutAnywhere())) {
            return Optional.empty();
        }
        return Optional.of(HivePageSourceProvider.projectColumnDereferences(
                columns,
                baseColumns ->
                        read(session, path, start, length, estimatedFileSize, fileModifiedTime, schema, baseColumns)));
    }

    private ConnectorPageSource read(
            ConnectorSession session,
            Location path,
            long start,
            long length,
            long estimatedFileSize,
            long fileModifiedTime,
            Schema schema,
            List<HiveColumnHandle> columns) {
        // before the object is opened, since both methods throw for malformed properties
        Function<Text, ConnectorPageSource> reader =
                byColumns(path, schema, columns).orElseGet(() -> byLines(path, schema, columns));
        try {
            TextEnds ends = start == 0 ? HiveFormat.textEnds(schema) : TextEnds.NONE;
            return reader.apply(
                    open(session, path, start, length, estimatedFileSize, fileModifiedTime, columns.size(), ends));
        } catch (TrinoException e) {
            throw e;
        } catch (IOException | RuntimeException e) {
            throw new TrinoException(
                    HiveErrorCode.HIVE_CANNOT_OPEN_SPLIT, HiveUtil.splitError(e, path, start, length), e);
        }
    }

    /** Returns a reader by columns; empty if the fields of a line cannot be found here. */
    private Optional<Function<Text, ConnectorPageSource>> byColumns(
            Location path, Schema schema, List<HiveColumnHandle> columns) {
        List<HiveColumnHandle> ordered = columns.stream()
                .sorted(Comparator.comparing(HiveColumnHandle::getBaseHiveColumnIndex))
                .toList();
        int[] fieldOfChannel = columns.stream().mapToInt(ordered::indexOf).toArray();
        return layout(schema, ordered)
                .map(layout -> text -> new TextPageSource(
                        path, text.lines(), layout.finder(), layout.decoders(), fieldOfChannel, text.completedBytes()));
    }

    private Function<Text, ConnectorPageSource> byLines(Location path, Schema schema, List<HiveColumnHandle> columns) {
        LineDeserializer decoder =
                decoders(schema).orElseThrow().create(lineColumns(columns), schema.serdeProperties());
        return text -> HiveLines.source(
                new LineByLine(text.lines(), text.completedBytes()),
                decoder,
                new LineBuffer(Math.min(SHORT_LINE, maxLineLength), maxLineLength),
                path);
    }

    /**
     * The structure of a line.
     *
     * @param finder empty if no field is wanted
     * @param decoders the decoders of the wanted fields
     */
    private record Layout(Optional<FieldFinder> finder, List<FieldDecoder> decoders) {
        static final Layout NO_FIELDS = new Layout(Optional.empty(), ImmutableList.of());
    }

    /** @param columns ordered by their ordinals */
    private Optional<Layout> layout(Schema schema, List<HiveColumnHandle> columns) {
        if (columns.isEmpty()) {
            return Optional.of(Layout.NO_FIELDS);
        }
        int[] wanted = columns.stream()
                .mapToInt(HiveColumnHandle::getBaseHiveColumnIndex)
                .toArray();
        return switch (schema.serializationLibraryName()) {
            case HiveClassNames.LAZY_SIMPLE_SERDE_CLASS -> delimited(schema.serdeProperties(), wanted, columns);
            case HiveClassNames.OPENCSV_SERDE_CLASS -> csv(schema.serdeProperties(), wanted, columns);
            default -> Optional.empty();
        };
    }

    private static Optional<Layout> delimited(
            Map<String, String> properties, int[] wanted, List<HiveColumnHandle> columns) {
        // throws for malformed properties
        TextEncodingOptions options = TextOptions.of(properties);
        if (options.getEscapeByte() != null || options.isLastColumnTakesRest()) {
            return Optional.empty();
        }
        FieldFinder finder = new DelimitedFieldFinder(options.getSeparators().getByte(0), wanted);
        List<FieldDecoder> decoders = columns.stream()
                .map(column -> StockDecoder.of(column.getType(), options))
                .collect(ImmutableList.toImmutableList());
        return Optional.of(new Layout(Optional.of(finder), decoders));
    }

    private Optional<Layout> csv(Map<String, String> properties, int[] wanted, List<HiveColumnHandle> columns) {
        // throws for characters and types that the serde does not accept
        LineDeserializer deserializer = new CsvDeserializerFactory().create(lineColumns(columns), properties);
        return CsvCharacters.of(properties)
                .map(characters -> new Layout(
                        Optional.of(new CsvFieldFinder(
                                characters, wanted, deserializer, maxLineLength, HiveLines.REPLACES_WRONG_CSV)),
                        Collections.nCopies(columns.size(), new CsvDecoder(HiveLines.REPLACES_WRONG_CSV))));
    }

    private static List<Column> lineColumns(List<HiveColumnHandle> columns) {
        return columns.stream()
                .map(column -> new Column(column.getName(), column.getType(), column.getBaseHiveColumnIndex()))
                .toList();
    }

    private record Text(TextLines lines, LongSupplier completedBytes) {}

    /** Opens the text by one request, even for a split object: its size is not requested. */
    private Text open(
            ConnectorSession session,
            Location path,
            long start,
            long length,
            long estimatedSize,
            long modifiedMillis,
            int fields,
            TextEnds ends)
            throws IOException {
        TrinoInputFile object = HiveLines.file(fileSystems.create(session), path, estimatedSize, modifiedMillis);
        Optional<Codec> codec =
                CompressionKind.forFile(object.location().fileName()).map(CompressionKind::createCodec);
        if (codec.isEmpty()) {
            TextLines lines = TextLines.of(HiveLines.stream(object, false), start, length, maxLineLength, fields, ends);
            return new Text(lines, lines::completedBytes);
        }
        checkArgument(start == 0, "Compressed files are not splittable");
        CompressedText text = new CompressedText(
                estimatedSize < SMALL_OBJECT
                        ? new ByteArrayInputStream(readAll(object))
                        : HiveLines.stream(object, true),
                codec.get());
        return new Text(TextLines.of(text, 0, Long.MAX_VALUE, maxLineLength, fields, ends), text::compressedBytes);
    }

    private static byte[] readAll(TrinoInputFile object) throws IOException {
        try (InputStream stream = object.newStream()) {
            return stream.readAllBytes();
        }
    }

    /** Returns whether this reader supports the table's format, if nothing else prevents it. */
    public static boolean mayRead(Schema schema) {
        return decoders(schema).isPresent()
                && HiveClassNames.TEXT_INPUT_FORMAT_CLASS.equals(
                        schema.serdeProperties().get(hive_metastoreConstants.FILE_INPUT_FORMAT));
    }

    private static Optional<LineDeserializerFactory> decoders(Schema schema) {
        return HiveLines.DECODERS.stream()
                .filter(each -> each.getHiveSerDeClassNames().contains(schema.serializationLibraryName()))
                .findFirst();
    }
}
