// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.build;

import com.google.common.base.Throwables;
import com.google.common.collect.ImmutableList;
import io.skipping.spark.catalyst.ScalaCollections;
import io.skipping.spark.format.CsvQuotes;
import io.skipping.spark.format.ReaderProfile;
import io.skipping.spark.format.SourceFormat;
import io.skipping.spark.predicate.TextCast;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Options.OpenFileOptions;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.execution.datasources.FileFormat;
import org.apache.spark.sql.execution.datasources.HadoopFsRelation;
import org.apache.spark.sql.execution.datasources.InMemoryFileIndex;
import org.apache.spark.sql.execution.datasources.NoopCache$;
import org.apache.spark.sql.execution.datasources.PartitionedFile;
import org.apache.spark.sql.execution.datasources.parquet.ParquetFileFormat;
import org.apache.spark.sql.sources.Filter;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import scala.Function1;
import scala.Option;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;

/** Lists the files of a relation, and reads them, as Spark does. */
final class SourceFiles {
    /** the metadata of a column that has a default for files without it */
    private static final String DEFAULT = "EXISTS_DEFAULT";

    /** options of readers that leave out files, in lower case */
    private static final Set<String> NARROWING =
            Set.of("modifiedafter", "modifiedbefore", "pathglobfilter", "recursivefilelookup");

    private static final String ANSI = "spark.sql.ansi.enabled";

    private static final String S3A_READAHEAD = "fs.s3a.readahead.range";
    /** what a reader requests beyond a range to find the end of its last line: two of its buffers */
    private static final long LAST_LINE_BYTES = 128 << 10;

    private final HadoopFsRelation relation;
    private final ReaderProfile profile;
    private final List<FileStatus> files;
    private final Supplier<List<FileStatus>> lister;
    private final StructType columns;

    private SourceFiles(HadoopFsRelation relation, List<FileStatus> files, Supplier<List<FileStatus>> lister) {
        this.relation = relation;
        this.profile = ReaderProfile.require(relation, SparkSession.active());
        this.files = ImmutableList.copyOf(files);
        this.lister = lister;
        List<String> partitions = Arrays.stream(relation.partitionSchema().fieldNames())
                .map(SourceFiles::lower)
                .toList();
        this.columns = new StructType(Arrays.stream(relation.dataSchema().fields())
                .filter(field -> !partitions.contains(lower(field.name()))
                        && !field.metadata().contains(DEFAULT)
                        && !isCorruptRecord(field))
                .toArray(StructField[]::new));
    }

    /** Lists a folder of Parquet. */
    static SourceFiles in(SparkSession spark, Path folder) {
        InMemoryFileIndex listed = list(spark, ScalaCollections.seq(List.of(folder)), Map.of());
        List<FileStatus> files = CollectionConverters.asJava(listed.allFiles());
        StructType all = files.isEmpty() ? new StructType() : schema(spark, folder);
        HadoopFsRelation relation = new HadoopFsRelation(
                listed,
                listed.partitionSchema(),
                all,
                Option.empty(),
                new ParquetFileFormat(),
                scala.collection.immutable.Map$.MODULE$.empty(),
                spark);
        return new SourceFiles(relation, files, () -> listWhole(relation));
    }

    private static StructType schema(SparkSession spark, Path folder) {
        try {
            return spark.read().parquet(folder.toString()).schema();
        } catch (Exception e) {
            // Spark throws others than it declares
            if (isOfAnotherFormat(e)) {
                throw new IllegalArgumentException(
                        "Cannot read %s as Parquet: pass what reads other formats, such as SkippingIndex.of(spark.read().csv(path)), or --format csv. %s"
                                .formatted(folder, e.getMessage()),
                        e);
            }
            throw new IllegalStateException("Cannot read %s: %s".formatted(folder, e.getMessage()), e);
        }
    }

    /** Returns whether files were read and are no Parquet. Others may be so when the store answers again. */
    private static boolean isOfAnotherFormat(Exception failure) {
        return failure instanceof AnalysisException
                || Throwables.getCausalChain(failure).stream()
                        .anyMatch(cause -> String.valueOf(cause.getMessage()).contains("is not a Parquet file"));
    }

    /** Lists the files of a relation as they are now. */
    static SourceFiles of(HadoopFsRelation relation) {
        return new SourceFiles(relation, list(relation), () -> listWhole(relation));
    }

    /** Lists also the files of a folder that a reader leaves out by its options, or for want of them: an index keeps what it knows of these. */
    private static List<FileStatus> listWhole(HadoopFsRelation relation) {
        if (!(relation.location() instanceof InMemoryFileIndex listed)) {
            return list(relation);
        }
        Map<String, String> options = new HashMap<>(CollectionConverters.asJava(relation.options()));
        options.keySet().removeIf(name -> NARROWING.contains(lower(name)));
        options.put("recursiveFileLookup", "true");
        return CollectionConverters.asJava(
                list(relation.sparkSession(), listed.rootPaths(), options).allFiles());
    }

    private static InMemoryFileIndex list(SparkSession spark, Seq<Path> roots, Map<String, String> options) {
        return new InMemoryFileIndex(
                spark,
                roots,
                ScalaCollections.map(options),
                Option.empty(),
                NoopCache$.MODULE$,
                Option.empty(),
                Option.empty());
    }

    private static List<FileStatus> list(HadoopFsRelation relation) {
        relation.location().refresh();
        List<FileStatus> files = new ArrayList<>();
        Seq<Expression> nothing = ScalaCollections.seq(List.of());
        CollectionConverters.asJava(relation.location().listFiles(nothing, nothing))
                .forEach(partition ->
                        CollectionConverters.asJava(partition.files()).forEach(file -> files.add(file.fileStatus())));
        return files;
    }

    private static String lower(String name) {
        return name.toLowerCase(Locale.ENGLISH);
    }

    /** Returns how the files are read. */
    ReaderProfile profile() {
        return profile;
    }

    List<FileStatus> files() {
        return files;
    }

    /** Lists the files again, as they are now, and others of the folder. */
    List<FileStatus> listAgain() {
        return lister.get();
    }

    /** Returns what an index can be over. */
    IndexedFields fields() {
        return new IndexedFields(
                columns,
                profile.format(),
                TextCast.Mode.ofCast(
                        Boolean.parseBoolean(relation.sparkSession().conf().get(ANSI))));
    }

    private boolean isCorruptRecord(StructField field) {
        return profile.format().isParsed() && field.name().equals(corruptRecord());
    }

    /** Returns the name of the column that has the text of records which cannot be parsed. */
    private String corruptRecord() {
        return CollectionConverters.asJava(relation.options()).entrySet().stream()
                .filter(option -> option.getKey().equalsIgnoreCase("columnNameOfCorruptRecord"))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElseGet(() -> relation.sparkSession().conf().get("spark.sql.columnNameOfCorruptRecord"));
    }

    /**
     * Returns what has to be read to summarise some columns of files. Of records that are parsed this is all of them: what is read of a column
     * does not depend on which others are read only if the whole record can be parsed.
     */
    WantedRows rows(StructType indexed) {
        if (!profile.format().isParsed()) {
            return new WantedRows(indexed, -1, null);
        }
        StructType all = withCorruptRecord(relation.dataSchema());
        return new WantedRows(
                all,
                all.fieldIndex(corruptRecord()),
                profile.format() == SourceFormat.CSV ? CsvQuotes.of(relation).orElseThrow() : null);
    }

    private StructType withCorruptRecord(StructType schema) {
        return Arrays.asList(schema.fieldNames()).contains(corruptRecord())
                ? schema
                : schema.add(corruptRecord(), DataTypes.StringType);
    }

    /** Returns what reads rows of a whole file, on an executor. */
    Function1<PartitionedFile, scala.collection.Iterator<InternalRow>> reader(WantedRows wanted) {
        return reader(wanted, configuration());
    }

    /**
     * Returns what reads rows of a range of a file, on an executor. For each range of lines, S3A would otherwise request all bytes up to the
     * end of the file, and break the connection off behind the range.
     *
     * @param rangeBytes how long ranges are, about
     */
    Function1<PartitionedFile, scala.collection.Iterator<InternalRow>> rangeReader(WantedRows wanted, long rangeBytes) {
        Configuration configuration = configuration();
        configuration.set(
                MRJobConfig.INPUT_FILE_OPTION_PREFIX + OpenFileOptions.FS_OPTION_OPENFILE_READ_POLICY,
                OpenFileOptions.FS_OPTION_OPENFILE_READ_POLICY_RANDOM);
        configuration.setLong(MRJobConfig.INPUT_FILE_OPTION_PREFIX + S3A_READAHEAD, rangeBytes + LAST_LINE_BYTES);
        return reader(wanted, configuration);
    }

    private Configuration configuration() {
        return relation.sparkSession().sessionState().newHadoopConfWithOptions(relation.options());
    }

    private Function1<PartitionedFile, scala.collection.Iterator<InternalRow>> reader(
            WantedRows wanted, Configuration configuration) {
        Map<String, String> options = new HashMap<>(CollectionConverters.asJava(relation.options()));
        options.put(FileFormat.OPTION_RETURNING_BATCH(), "false");
        return relation.fileFormat()
                .buildReaderWithPartitionValues(
                        relation.sparkSession(),
                        profile.format().isParsed() ? wanted.read() : relation.dataSchema(),
                        new StructType(),
                        wanted.read(),
                        ScalaCollections.seq(List.<Filter>of()),
                        ScalaCollections.map(options),
                        configuration);
    }
}
