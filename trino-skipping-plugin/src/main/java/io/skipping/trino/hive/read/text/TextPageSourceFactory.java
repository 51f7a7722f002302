// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.read.text;

import static com.google.common.base.Preconditions.checkArgument;
import static java.lang.Math.toIntExact;
import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableList;
import io.skipping.trino.SkippingSessionProperties;
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
import io.trino.hive.formats.line.json.JsonDeserializerFactory;
import io.trino.hive.formats.line.openxjson.OpenXJsonDeserializerFactory;
import io.trino.hive.formats.line.regex.RegexDeserializerFactory;
import io.trino.hive.thrift.metastore.hive_metastoreConstants;
import io.trino.plugin.hive.AcidInfo;
import io.trino.plugin.hive.HiveColumnHandle;
import io.trino.plugin.hive.HiveConfig;
import io.trino.plugin.hive.HiveErrorCode;
import io.trino.plugin.hive.HivePageSourceFactory;
import io.trino.plugin.hive.Schema;
import io.trino.plugin.hive.acid.AcidTransaction;
import io.trino.plugin.hive.line.CsvPageSourceFactory;
import io.trino.plugin.hive.line.JsonPageSourceFactory;
import io.trino.plugin.hive.line.LinePageSource;
import io.trino.plugin.hive.line.OpenXJsonPageSourceFactory;
import io.trino.plugin.hive.line.RegexPageSourceFactory;
import io.trino.plugin.hive.line.SimpleTextFilePageSourceFactory;
import io.trino.plugin.hive.util.HiveUtil;
import io.trino.spi.TrinoException;
import io.trino.spi.connector.ConnectorPageSource;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.predicate.TupleDomain;
import io.trino.spi.type.ArrayType;
import io.trino.spi.type.MapType;
import io.trino.spi.type.RowType;
import io.trino.spi.type.Type;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * Reads tables of text where it can. Of delimited text and of CSV it finds the fields, and decodes columns; of JSON, and of
 * what is found by regular expressions, it finds the lines, which Trino decodes. The rest is the stock reader's, which is to be
 * asked next: footers, several header lines of an object that is split, and fields of rows; escaped delimited text, a last
 * column that takes the rest of the line, CSV with characters that are not ASCII, and of both values that are made of others.
 */
public final class TextPageSourceFactory implements HivePageSourceFactory {
    /** Compressed objects below this size are fetched before they are decompressed, as by the stock reader, in bytes. */
    private static final int SMALL_OBJECT = 8 * 1024 * 1024;

    private static final List<LineDeserializerFactory> DECODED_BY_TRINO = ImmutableList.of(
            new JsonDeserializerFactory(), new OpenXJsonDeserializerFactory(), new RegexDeserializerFactory());

    private static final int SHORT_LINE = 1024;

    private final TrinoFileSystemFactory fileSystems;
    private final int maxLineLength;

    public TextPageSourceFactory(TrinoFileSystemFactory fileSystems, HiveConfig config) {
        this.fileSystems = requireNonNull(fileSystems, "fileSystems is null");
        this.maxLineLength = toIntExact(config.getTextMaxLineLength().toBytes());
    }

    /** This reader, and behind it those to which it leaves what it cannot read. */
    public static List<HivePageSourceFactory> withStockReaders(TrinoFileSystemFactory fileSystems, HiveConfig config) {
        return ImmutableList.of(
                new TextPageSourceFactory(fileSystems, config),
                new SimpleTextFilePageSourceFactory(fileSystems, config),
                new CsvPageSourceFactory(fileSystems, config),
                new JsonPageSourceFactory(fileSystems, config),
                new OpenXJsonPageSourceFactory(fileSystems, config),
                new RegexPageSourceFactory(fileSystems, config));
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
        if (!SkippingSessionProperties.isTextReaderEnabled(session) || acidInfo.isPresent() || !mayRead(schema)) {
            return Optional.empty();
        }
        Map<String, String> properties = schema.serdeProperties();
        int header = HiveUtil.getHeaderCount(properties);
        if (HiveUtil.getFooterCount(properties) > 0 || (header > 1 && start > 0)) {
            return Optional.empty();
        }
        List<HiveColumnHandle> ordered = columns.stream()
                .sorted(Comparator.comparing(HiveColumnHandle::getBaseHiveColumnIndex))
                .toList();
        int[] wanted = ordered.stream()
                .mapToInt(HiveColumnHandle::getBaseHiveColumnIndex)
                .distinct()
                .toArray();
        if (wanted.length < columns.size() || !columns.stream().allMatch(HiveColumnHandle::isBaseColumn)) {
            return Optional.empty();
        }
        Optional<Function<Text, ConnectorPageSource>> reader = reader(path, schema, columns, ordered, wanted);
        if (reader.isEmpty()) {
            return Optional.empty();
        }
        try {
            Text text = open(session, path, start, length, estimatedFileSize, wanted.length);
            if (start == 0) {
                text.lines().skipHeader(header);
            }
            return Optional.of(reader.get().apply(text));
        } catch (TrinoException e) {
            throw e;
        } catch (IOException | RuntimeException e) {
            throw new TrinoException(
                    HiveErrorCode.HIVE_CANNOT_OPEN_SPLIT, HiveUtil.splitError(e, path, start, length), e);
        }
    }

    /**
     * @param ordered the columns by their ordinals
     * @param wanted these ordinals
     */
    private Optional<Function<Text, ConnectorPageSource>> reader(
            Location path,
            Schema schema,
            List<HiveColumnHandle> columns,
            List<HiveColumnHandle> ordered,
            int[] wanted) {
        Map<String, String> properties = schema.serdeProperties();
        Optional<LineDeserializerFactory> decoders = decodedByTrino(schema);
        if (decoders.isPresent() && !columns.isEmpty()) {
            LineDeserializer decoder = decoders.get().create(lineColumns(columns), properties);
            return Optional.of(text -> new LinePageSource(
                    new LineByLine(text.lines(), text.completedBytes()),
                    decoder,
                    new LineBuffer(Math.min(SHORT_LINE, maxLineLength), maxLineLength),
                    path));
        }
        int[] fieldOfChannel = columns.stream()
                .mapToInt(column -> Arrays.binarySearch(wanted, column.getBaseHiveColumnIndex()))
                .toArray();
        return layout(schema, properties, wanted, ordered)
                .map(layout -> text -> new TextPageSource(
                        path, text.lines(), layout.finder(), layout.decoders(), fieldOfChannel, text.completedBytes()));
    }

    /**
     * What lines are made of.
     *
     * @param finder none, if no field is wanted
     * @param decoders of the wanted fields
     */
    private record Layout(Optional<FieldFinder> finder, List<FieldDecoder> decoders) {
        static final Layout NO_FIELDS = new Layout(Optional.empty(), ImmutableList.of());
    }

    private Optional<Layout> layout(
            Schema schema, Map<String, String> properties, int[] wanted, List<HiveColumnHandle> columns) {
        if (columns.isEmpty()) {
            return Optional.of(Layout.NO_FIELDS);
        }
        if (!columns.stream().allMatch(TextPageSourceFactory::isOneValue)) {
            return Optional.empty();
        }
        return isCsv(schema) ? csv(properties, wanted, columns) : delimited(properties, wanted, columns);
    }

    private static Optional<Layout> delimited(
            Map<String, String> properties, int[] wanted, List<HiveColumnHandle> columns) {
        // fails for what is malformed
        TextEncodingOptions options = TextEncodingOptions.fromSchema(properties);
        if (options.getEscapeByte() != null || options.isLastColumnTakesRest()) {
            return Optional.empty();
        }
        FieldFinder finder = new DelimitedFieldFinder(options.getSeparators().getByte(0), wanted);
        List<FieldDecoder> decoders = columns.stream()
                .map(column -> FieldDecoder.of(column.getType(), options))
                .collect(ImmutableList.toImmutableList());
        return Optional.of(new Layout(Optional.of(finder), decoders));
    }

    private Optional<Layout> csv(Map<String, String> properties, int[] wanted, List<HiveColumnHandle> columns) {
        // fails for characters and types that the serde does not take
        LineDeserializer deserializer = new CsvDeserializerFactory().create(lineColumns(columns), properties);
        return CsvCharacters.of(properties)
                .map(characters -> new Layout(
                        Optional.of(new CsvFieldFinder(characters, wanted, deserializer, maxLineLength)),
                        Collections.nCopies(columns.size(), new CsvDecoder())));
    }

    private static List<Column> lineColumns(List<HiveColumnHandle> columns) {
        return columns.stream()
                .map(column -> new Column(column.getName(), column.getType(), column.getBaseHiveColumnIndex()))
                .toList();
    }

    private record Text(TextLines lines, LongSupplier completedBytes) {}

    /** By one request, also of an object that is split: its size is not asked for. */
    private Text open(ConnectorSession session, Location path, long start, long length, long estimatedSize, int fields)
            throws IOException {
        TrinoInputFile object = fileSystems.create(session).newInputFile(path);
        Optional<Codec> codec =
                CompressionKind.forFile(object.location().fileName()).map(CompressionKind::createCodec);
        if (codec.isEmpty()) {
            TextLines lines = TextLines.of(object.newStream(), start, length, maxLineLength, fields);
            return new Text(lines, lines::completedBytes);
        }
        checkArgument(start == 0, "Compressed files are not splittable");
        CompressedText text = new CompressedText(
                estimatedSize < SMALL_OBJECT ? new ByteArrayInputStream(readAll(object)) : object.newStream(),
                codec.get());
        return new Text(TextLines.of(text, 0, Long.MAX_VALUE, maxLineLength, fields), text::compressedBytes);
    }

    private static byte[] readAll(TrinoInputFile object) throws IOException {
        try (InputStream stream = object.newStream()) {
            return stream.readAllBytes();
        }
    }

    /** Whether a table is of a format that is read here, if nothing else is against it. */
    public static boolean mayRead(Schema schema) {
        return (isCsv(schema)
                        || schema.serializationLibraryName().equals(HiveClassNames.LAZY_SIMPLE_SERDE_CLASS)
                        || decodedByTrino(schema).isPresent())
                && HiveClassNames.TEXT_INPUT_FORMAT_CLASS.equals(
                        schema.serdeProperties().get(hive_metastoreConstants.FILE_INPUT_FORMAT));
    }

    private static Optional<LineDeserializerFactory> decodedByTrino(Schema schema) {
        return DECODED_BY_TRINO.stream()
                .filter(each -> each.getHiveSerDeClassNames().contains(schema.serializationLibraryName()))
                .findFirst();
    }

    private static boolean isCsv(Schema schema) {
        return schema.serializationLibraryName().equals(HiveClassNames.OPENCSV_SERDE_CLASS);
    }

    private static boolean isOneValue(HiveColumnHandle column) {
        Type type = column.getType();
        return !(type instanceof ArrayType || type instanceof MapType || type instanceof RowType);
    }
}
