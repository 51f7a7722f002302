// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.format;

import static java.util.Objects.requireNonNull;

import io.skipping.index.Profile;
import io.skipping.index.snapshot.IndexSnapshot;
import java.io.Serializable;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.RuntimeConfig;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.execution.datasources.HadoopFsRelation;
import org.apache.spark.sql.types.StructType;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Describes how Spark reads the files of a relation: everything besides their bytes that decides which values it returns.
 *
 * @param format the format of the files
 * @param text what indexes keep of the profile of files that Spark has summarised
 * @param lines what the lines of files are
 */
public record ReaderProfile(SourceFormat format, String text, Lines lines) implements Serializable {
    /** how Trino reads files whose columns it finds by name; the rest of the text is about times, which are not shared */
    private static final Map<SourceFormat, String> TRINO =
            Map.of(SourceFormat.PARQUET, "parquet/by-name{", SourceFormat.ORC, "orc/by-name{");

    /** of tables from which other files delete rows */
    private static final String ACID = "acid=";

    /**
     * How ORC is read. Summaries of {@code spark/orc}, which earlier releases wrote, may be of masks of encrypted columns, and of maps with
     * a key that occurs twice.
     */
    private static final String ORC_PROFILE = "spark/orc/2";

    private static final String POSITIONS_IN_ORC = "orc.force.positional.evolution";
    private static final String INCOMPATIBLE_AVRO = "spark.sql.legacy.avro.allowIncompatibleSchema";
    /** decides which files have rows at all */
    private static final String AVRO_EXTENSION = "avro.mapred.ignore.inputs.without.extension";

    private static final String CASE_SENSITIVE = "spark.sql.caseSensitive";
    private static final String FIELD_IDS = "spark.sql.parquet.fieldId.read.enabled";
    private static final String LONGEST_LINE = "mapreduce.input.linerecordreader.line.maxlength";
    private static final String CODECS = "io.compression.codecs";

    /** Says what the lines of a file are that is not compressed. */
    public enum Lines {
        /** Nothing is known about them. */
        NONE,
        /** Each line is a record, which is found by where it begins. */
        RECORDS,
        /** Each line is a record as with {@link #RECORDS}, but the first that is not blank is a header. */
        RECORDS_BELOW_A_HEADER
    }

    public ReaderProfile {
        requireNonNull(format, "format is null");
        requireNonNull(text, "text is null");
        requireNonNull(lines, "lines is null");
    }

    /**
     * Returns how a session reads a relation; empty if it does so in a way of which nothing is known, and no index can be used.
     *
     * @param session the session that runs the query
     */
    public static Optional<ReaderProfile> of(HadoopFsRelation relation, SparkSession session) {
        return of(relation, session, reason -> {});
    }

    /**
     * Returns how a session reads a relation.
     *
     * @param session the session that runs the query
     * @throws IllegalArgumentException if it does so in a way of which nothing is known, so that no index can be used
     */
    public static ReaderProfile require(HadoopFsRelation relation, SparkSession session) {
        AtomicReference<String> why = new AtomicReference<>("an object of another format is not known to the index");
        return of(relation, session, why::set)
                .orElseThrow(() -> new IllegalArgumentException(
                        "Files that are read as %s cannot be indexed: %s".formatted(relation, why.get())));
    }

    private static Optional<ReaderProfile> of(HadoopFsRelation relation, SparkSession session, Consumer<String> why) {
        return SourceFormat.of(relation.fileFormat()).flatMap(format -> {
            Optional<ReaderProfile> profile = of(format, relation, session, why);
            // readers take some settings from the session of the relation, and some from the one that runs
            return session == relation.sparkSession()
                            || profile.equals(of(format, relation, relation.sparkSession(), reason -> {}))
                    ? profile
                    : none(why, "it was made by a session with other settings");
        });
    }

    private static Optional<ReaderProfile> of(
            SourceFormat format, HadoopFsRelation relation, SparkSession session, Consumer<String> why) {
        if (isTrue(session.conf(), CASE_SENSITIVE)) {
            return none(why, "the session has set " + CASE_SENSITIVE);
        }
        return switch (format) {
            case PARQUET ->
                isTrue(session.conf(), FIELD_IDS)
                        ? none(why, "the session has set " + FIELD_IDS)
                        : Optional.of(new ReaderProfile(format, "spark/parquet", Lines.NONE));
            case ORC ->
                configuration(relation, session).getBoolean(POSITIONS_IN_ORC, false)
                        ? none(why, "Hadoop's configuration has set " + POSITIONS_IN_ORC)
                        : Optional.of(new ReaderProfile(format, ORC_PROFILE, Lines.NONE));
            case CSV, JSON, TEXT -> text(format, relation, session, why);
            case AVRO -> avro(relation, session, why);
        };
    }

    private static Optional<ReaderProfile> avro(HadoopFsRelation relation, SparkSession session, Consumer<String> why) {
        Optional<String> option = TextOptions.withEffect(
                CollectionConverters.asJava(relation.options()).keySet());
        if (option.isPresent()) {
            return none(why, "the option '%s' may decide what is read".formatted(option.get()));
        }
        if (isTrue(session.conf(), INCOMPATIBLE_AVRO)) {
            return none(why, "the session has set " + INCOMPATIBLE_AVRO);
        }
        return configuration(relation, session).get(AVRO_EXTENSION) == null
                ? Optional.of(new ReaderProfile(SourceFormat.AVRO, "spark/avro", Lines.NONE))
                : none(why, "Hadoop's configuration has set " + AVRO_EXTENSION);
    }

    private static <T> Optional<T> none(Consumer<String> why, String reason) {
        why.accept(reason);
        return Optional.empty();
    }

    private static Optional<ReaderProfile> text(
            SourceFormat format, HadoopFsRelation relation, SparkSession session, Consumer<String> why) {
        Configuration configuration = configuration(relation, session);
        if (configuration.get(LONGEST_LINE) != null) {
            return none(why, "Hadoop's configuration has set " + LONGEST_LINE);
        }
        Optional<Map<String, String>> options = TextOptions.of(
                format,
                CollectionConverters.asJava(relation.options()),
                name -> why.accept("the option '%s' may leave records out, or is not known".formatted(name)));
        if (options.isEmpty()) {
            return Optional.empty();
        }
        Optional<CsvQuotes> quotes = format == SourceFormat.CSV ? CsvQuotes.of(relation) : Optional.empty();
        if (format == SourceFormat.CSV && quotes.isEmpty()) {
            return none(
                    why,
                    "with its options quote, escape, sep and multiLine, or the types of its columns, the values of a record may depend on which columns a query reads");
        }
        Map<String, String> settings = new TreeMap<>(options.get());
        String codecs = configuration.get(CODECS, "");
        if (!codecs.isEmpty()) {
            settings.put(CODECS, codecs);
        }
        if (format.isParsed()) {
            Map<String, String> all = CollectionConverters.asJava(session.conf().getAll());
            if (TextOptions.isLegacy(format, all)) {
                return none(why, "the session reads dates and times as former releases did");
            }
            settings.putAll(TextOptions.settings(all));
            settings.put("release", release(session.version()));
            settings.put("schema", schema(relation.dataSchema()));
        }
        if (quotes.filter(CsvQuotes::areDatesTexts).isPresent()) {
            // early builds did not check their texts
            settings.put("dates", "yyyy-MM-dd");
        }
        return Optional.of(new ReaderProfile(
                format,
                Profile.of("spark/" + format.name().toLowerCase(Locale.ENGLISH), settings, Set.of())
                        .text(),
                TextOptions.lines(options.get())));
    }

    private static boolean isTrue(RuntimeConfig settings, String name) {
        return Boolean.parseBoolean(settings.get(name, "false"));
    }

    /** Returns the settings of Hadoop with which Spark lists and reads the files of a relation. */
    public static Configuration configuration(HadoopFsRelation relation, SparkSession session) {
        return session.sessionState().newHadoopConfWithOptions(relation.options());
    }

    /** Returns the release without the number of its last fix, such as {@code 4.2}. */
    private static String release(String version) {
        return Arrays.stream(version.split("\\.")).limit(2).collect(Collectors.joining("."));
    }

    private static String schema(StructType schema) {
        return Arrays.stream(schema.fields())
                .map(field -> field.name() + ":" + field.dataType().catalogString())
                .collect(Collectors.joining(","));
    }

    /** Returns the profile, as a state of an index has it. */
    public Profile in(IndexSnapshot snapshot) {
        return new Profile(text, othersIn(snapshot));
    }

    /**
     * Returns whether all releases read a file in the same way. Spark from 4.1 on decompresses files of lines by names that Hadoop's codecs
     * do not know, and earlier releases do not.
     */
    public boolean isReadAlike(Path file) {
        String name = file.getName().toLowerCase(Locale.ENGLISH);
        return !format.hasLines() || !(name.endsWith(".gzip") || name.endsWith(".zstd"));
    }

    /**
     * Returns the profiles of other engines in a state of an index whose readers take the same values from a file, except for times; of ORC, if
     * the file has the columns in the types of the table.
     */
    public Set<String> othersIn(IndexSnapshot snapshot) {
        String others = TRINO.get(format);
        return others == null
                ? Set.of()
                : snapshot.segments().stream()
                        .flatMap(segment -> segment.objects().profileNames().stream())
                        .filter(name -> name.startsWith(others) && !name.contains(ACID))
                        .collect(Collectors.toUnmodifiableSet());
    }
}
