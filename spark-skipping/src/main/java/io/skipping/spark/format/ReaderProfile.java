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
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.RuntimeConfig;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.execution.datasources.HadoopFsRelation;
import org.apache.spark.sql.types.StructType;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Describes how Spark reads the files of a relation: everything besides their bytes that decides which values it returns.
 *
 * @param format of the files
 * @param text what indexes keep of files that Spark has summarised
 * @param lines what the lines of files are
 */
public record ReaderProfile(SourceFormat format, String text, Lines lines) implements Serializable {
    /** how Trino reads files whose columns it finds by name; the rest of the text is about times, which are not shared */
    private static final Map<SourceFormat, String> TRINO =
            Map.of(SourceFormat.PARQUET, "parquet/by-name{", SourceFormat.ORC, "orc/by-name{");

    /** of tables from which other files delete rows */
    private static final String ACID = "acid=";

    private static final String POSITIONS_IN_ORC = "orc.force.positional.evolution";
    private static final String INCOMPATIBLE_AVRO = "spark.sql.legacy.avro.allowIncompatibleSchema";
    /** decides which files have rows at all */
    private static final String AVRO_EXTENSION = "avro.mapred.ignore.inputs.without.extension";

    private static final String LONGEST_LINE = "mapreduce.input.linerecordreader.line.maxlength";
    private static final String CODECS = "io.compression.codecs";

    /** Tells what the lines of a file are that is not compressed. */
    public enum Lines {
        /** nothing that is known */
        NONE,
        /** records, each of which is found by where it begins */
        RECORDS,
        /** as {@link #RECORDS}, but the first that is not blank is no record */
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
     * @param session that runs the query
     */
    public static Optional<ReaderProfile> of(HadoopFsRelation relation, SparkSession session) {
        return SourceFormat.of(relation.fileFormat()).flatMap(format -> {
            Optional<ReaderProfile> profile = of(format, relation, session);
            // readers take some settings from the session of the relation, and some from the one that runs
            return session == relation.sparkSession() || profile.equals(of(format, relation, relation.sparkSession()))
                    ? profile
                    : Optional.empty();
        });
    }

    private static Optional<ReaderProfile> of(SourceFormat format, HadoopFsRelation relation, SparkSession session) {
        if (isTrue(session.conf(), "spark.sql.caseSensitive")) {
            return Optional.empty();
        }
        return switch (format) {
            case PARQUET ->
                isTrue(session.conf(), "spark.sql.parquet.fieldId.read.enabled")
                        ? Optional.empty()
                        : Optional.of(new ReaderProfile(format, "spark/parquet", Lines.NONE));
            case ORC ->
                configuration(relation, session).getBoolean(POSITIONS_IN_ORC, false)
                        ? Optional.empty()
                        : Optional.of(new ReaderProfile(format, "spark/orc", Lines.NONE));
            case CSV, JSON, TEXT -> text(format, relation, session);
            case AVRO ->
                TextOptions.areWithoutEffect(CollectionConverters.asJava(relation.options())
                                        .keySet())
                                && !isTrue(session.conf(), INCOMPATIBLE_AVRO)
                                && configuration(relation, session).get(AVRO_EXTENSION) == null
                        ? Optional.of(new ReaderProfile(format, "spark/avro", Lines.NONE))
                        : Optional.empty();
        };
    }

    private static Optional<ReaderProfile> text(SourceFormat format, HadoopFsRelation relation, SparkSession session) {
        Configuration configuration = configuration(relation, session);
        if (configuration.get(LONGEST_LINE) != null) {
            return Optional.empty();
        }
        Optional<Map<String, String>> options = TextOptions.of(format, CollectionConverters.asJava(relation.options()));
        if (options.isEmpty()) {
            return Optional.empty();
        }
        Optional<CsvQuotes> quotes = format == SourceFormat.CSV ? CsvQuotes.of(relation) : Optional.empty();
        if (format == SourceFormat.CSV && quotes.isEmpty()) {
            return Optional.empty();
        }
        Map<String, String> settings = new TreeMap<>(options.get());
        String codecs = configuration.get(CODECS, "");
        if (!codecs.isEmpty()) {
            settings.put(CODECS, codecs);
        }
        if (format.isParsed()) {
            Map<String, String> all = CollectionConverters.asJava(session.conf().getAll());
            if (TextOptions.isLegacy(format, all)) {
                return Optional.empty();
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
