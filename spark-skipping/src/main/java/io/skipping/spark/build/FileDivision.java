// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.build;

import io.skipping.index.ByteRange;
import io.skipping.index.build.RangePlanner;
import io.skipping.spark.format.ReaderProfile;
import io.skipping.spark.format.ReaderProfile.Lines;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.compress.CompressionCodecFactory;
import org.apache.hadoop.util.LineReader;
import org.apache.orc.OrcFile;
import org.apache.orc.Reader;
import org.apache.orc.StripeInformation;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.util.HadoopInputFile;

/** Divides files into the ranges that are summarised. Spark's reader finds each row in exactly one of them. */
final class FileDivision {
    private final ReaderProfile reader;
    private final long targetBytes;

    /** @param targetBytes how long ranges are at least, about */
    FileDivision(ReaderProfile reader, long targetBytes) {
        this.reader = reader;
        this.targetBytes = targetBytes;
    }

    /**
     * Returns the ranges of a file.
     *
     * @throws IOException if the file cannot be read, or cannot be summarised
     */
    List<ByteRange> ranges(ListedFile file, Configuration configuration) throws IOException {
        return switch (reader.format()) {
            case PARQUET -> RangePlanner.aligned(file.bytes(), rowGroups(file, configuration), targetBytes);
            case ORC -> RangePlanner.aligned(file.bytes(), stripes(file, configuration), targetBytes);
            case CSV, JSON, TEXT -> lines(file, configuration);
            // a block is found by a mark, wherever a range ends
            case AVRO -> RangePlanner.fixed(file.bytes(), targetBytes);
        };
    }

    private List<ByteRange> lines(ListedFile file, Configuration configuration) throws IOException {
        Path path = new Path(file.path());
        if (!reader.isReadAlike(path)) {
            throw new IOException(
                    "releases of Spark differ in whether they decompress a file of this name; name it .gz or .zst");
        }
        List<ByteRange> whole = List.of(new ByteRange(0, file.bytes()));
        if (reader.lines() == Lines.NONE
                || file.bytes() == 0
                || new CompressionCodecFactory(configuration).getCodec(path) != null) {
            return whole;
        }
        long header = reader.lines() == Lines.RECORDS_BELOW_A_HEADER ? endOfHeader(file, configuration) : 0;
        return RangePlanner.fixed(file.bytes(), targetBytes, new ByteRange(header, Math.max(0, file.bytes() - header)));
    }

    /** Returns where the first line ends that is not blank. Readers look for it only in the range that a file begins with. */
    private static long endOfHeader(ListedFile file, Configuration configuration) throws IOException {
        Path path = new Path(file.path());
        try (FSDataInputStream in = path.getFileSystem(configuration).open(path);
                LineReader lines = new LineReader(in, configuration)) {
            Text line = new Text();
            long end = 0;
            int bytes = lines.readLine(line);
            while (bytes > 0 && isBlank(line.toString())) {
                end += bytes;
                bytes = lines.readLine(line);
            }
            return end + bytes;
        }
    }

    /** Returns whether a line has nothing but blanks; a mark of the byte order is not part of the line. */
    private static boolean isBlank(String line) {
        return line.replace("\uFEFF", "").trim().isEmpty();
    }

    private static List<Long> rowGroups(ListedFile file, Configuration configuration) throws IOException {
        try (ParquetFileReader footer =
                ParquetFileReader.open(HadoopInputFile.fromPath(new Path(file.path()), configuration))) {
            return footer.getRowGroups().stream()
                    .map(BlockMetaData::getStartingPos)
                    .toList();
        }
    }

    private static List<Long> stripes(ListedFile file, Configuration configuration) throws IOException {
        try (Reader footer = OrcFile.createReader(new Path(file.path()), OrcFile.readerOptions(configuration))) {
            if (footer.getColumnEncryptionKeys().length > 0) {
                throw new IOException(
                        "some of its columns are encrypted, so that what is read of them depends on who has the keys");
            }
            List<String> names = footer.getSchema().getFieldNames();
            if (!names.isEmpty() && names.stream().allMatch(name -> name.startsWith("_col"))) {
                throw new IOException("its columns have no names, so that readers find them by position");
            }
            return footer.getStripes().stream()
                    .map(StripeInformation::getOffset)
                    .toList();
        }
    }
}
