// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.format;

import io.skipping.spark.format.ReaderProfile.Lines;
import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;

/** Knows which options and settings decide what Spark reads from lines of text. */
final class TextOptions {
    /** have no effect on the values of a file that is read, once the schema is known */
    private static final Set<String> WITHOUT_EFFECT = Set.of(
            "path",
            "paths",
            "basepath",
            "compression",
            "ignorecorruptfiles",
            "ignoremissingfiles",
            "inferschema",
            "mergeschema",
            "modifiedafter",
            "modifiedbefore",
            "pathglobfilter",
            "recursivefilelookup",
            "samplingratio",
            "serialization.format");

    private static final Map<SourceFormat, Set<String>> KNOWN = Map.of(
            SourceFormat.TEXT,
            Set.of("encoding", "linesep", "wholetext"),
            SourceFormat.CSV,
            Set.of(
                    "charset",
                    "chartoescapequoteescaping",
                    "columnnameofcorruptrecord",
                    "comment",
                    "dateformat",
                    "delimiter",
                    "emptyvalue",
                    "encoding",
                    "enforceschema",
                    "escape",
                    "escapequotes",
                    "header",
                    "ignoreleadingwhitespace",
                    "ignoretrailingwhitespace",
                    "linesep",
                    "locale",
                    "maxcharspercolumn",
                    "maxcolumns",
                    "multiline",
                    "nanvalue",
                    "negativeinf",
                    "nullvalue",
                    "positiveinf",
                    "preferdate",
                    "quote",
                    "quoteall",
                    "sep",
                    "timestampformat",
                    "timestampntzformat",
                    "timezone"),
            SourceFormat.JSON,
            Set.of(
                    "allowbackslashescapinganycharacter",
                    "allowcomments",
                    "allownonnumericnumbers",
                    "allownumericleadingzeros",
                    "allowsinglequotes",
                    "allowunquotedcontrolchars",
                    "allowunquotedfieldnames",
                    "charset",
                    "columnnameofcorruptrecord",
                    "dateformat",
                    "dropfieldifallnull",
                    "encoding",
                    "linesep",
                    "locale",
                    "multiline",
                    "prefersdecimal",
                    "primitivesasstring",
                    "timestampformat",
                    "timestampntzformat",
                    "timezone"));

    private static final Set<String> SETTINGS_WITHOUT_EFFECT = Set.of(
            "spark.sql.csv.filterPushdown.enabled",
            "spark.sql.csv.parser.columnPruning.enabled",
            "spark.sql.json.filterPushdown.enabled");

    /** has the parser of CSV read dates and times with a format as those without if they are not in that format */
    private static final String FALLBACK = "spark.sql.legacy.csv.enableDateTimeParsingFallback";

    private TextOptions() {}

    /**
     * Returns the options that decide what is read; empty if there is one of which that is not known, or if records may be left out.
     *
     * @param options of a relation, with names in any case
     * @param unknown accepts the name of such an option
     */
    static Optional<Map<String, String>> of(
            SourceFormat format, Map<String, String> options, Consumer<String> unknown) {
        Map<String, String> deciding = new TreeMap<>();
        for (Map.Entry<String, String> option : options.entrySet()) {
            String name = option.getKey().toLowerCase(Locale.ENGLISH);
            String value = option.getValue();
            if (WITHOUT_EFFECT.contains(name)
                    || format.isParsed() && name.equals("mode") && "permissive".equalsIgnoreCase(value)) {
                continue;
            }
            if (value == null || !KNOWN.get(format).contains(name)) {
                unknown.accept(option.getKey());
                return Optional.empty();
            }
            deciding.put(name, value);
        }
        return Optional.of(deciding);
    }

    /** Returns an option that may decide what is read of files that describe themselves; empty if none does. */
    static Optional<String> withEffect(Collection<String> names) {
        return names.stream()
                .filter(name -> !WITHOUT_EFFECT.contains(name.toLowerCase(Locale.ENGLISH)))
                .findFirst();
    }

    /** @param options from {@link #of} */
    static Lines lines(Map<String, String> options) {
        String encoding = options.getOrDefault("encoding", options.getOrDefault("charset", "utf-8"));
        if (isTrue(options, "multiline")
                || isTrue(options, "wholetext")
                || !options.getOrDefault("linesep", "\n").equals("\n")
                || !encoding.equalsIgnoreCase("utf-8") && !encoding.equalsIgnoreCase("utf8")) {
            return Lines.NONE;
        }
        if (!isTrue(options, "header")) {
            return Lines.RECORDS;
        }
        // a comment may stand above the header
        return options.containsKey("comment") ? Lines.NONE : Lines.RECORDS_BELOW_A_HEADER;
    }

    private static boolean isTrue(Map<String, String> options, String name) {
        return Boolean.parseBoolean(options.get(name));
    }

    /** Returns the settings of a session that may decide what is read from a record. */
    static Map<String, String> settings(Map<String, String> session) {
        Map<String, String> deciding = new TreeMap<>();
        session.forEach((name, value) -> {
            if ((name.startsWith("spark.sql.csv.")
                            || name.startsWith("spark.sql.json.")
                            || name.startsWith("spark.sql.legacy.")
                            || name.equals("spark.sql.ansi.enabled")
                            || name.equals("spark.sql.columnNameOfCorruptRecord"))
                    && !SETTINGS_WITHOUT_EFFECT.contains(name)) {
                deciding.put(name, value);
            }
        });
        return deciding;
    }

    /**
     * Returns whether dates are read by a class that takes the time zone of the JVM into account, or, of CSV, in another form than their
     * format says.
     */
    static boolean isLegacy(SourceFormat format, Map<String, String> session) {
        return "legacy".equalsIgnoreCase(session.get("spark.sql.legacy.timeParserPolicy"))
                || format == SourceFormat.CSV && isTrue(session, FALLBACK);
    }
}
