// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.predicate;

import static com.google.common.base.Preconditions.checkArgument;
import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StructType;

/**
 * Describes a column, a field of its rows, the elements of such an array, the keys of such a map, the value under one of these, or a cast of a
 * text. The index knows it by its text, such as {@code place.city}, {@code elements(tags)}, {@code elements(map_keys(attrs))},
 * {@code element_at(attrs, 'unit')} or {@code CAST(code AS bigint)}, which is the same as Trino's if Trino has such a path. As in Trino, the
 * text of a column is its name without quotes, such as {@code trip distance}, and names are quoted only inside other paths.
 *
 * @param names the name of the column, and of each field on the way, in lower case
 * @param ofElements whether the values are the elements of arrays, without NULLs: there may be more or fewer than rows
 * @param ofKeys whether the arrays are those of the keys of maps
 * @param key the key of maps whose values are meant, a String or a Long; rows without it have NULL; empty if no map is on the way
 * @param cast what the values, which are texts, are cast to; empty if they are not cast
 */
public record ColumnPath(
        List<String> names, boolean ofElements, boolean ofKeys, Optional<Object> key, Optional<TextCast> cast) {
    private static final Pattern ELEMENTS = Pattern.compile("(?i)elements\\((.*)\\)");
    private static final Pattern KEYS = Pattern.compile("(?i)map_keys\\((.*)\\)");
    private static final Pattern PLAIN = Pattern.compile("[a-z_][a-z0-9_]*");
    private static final Pattern NAME = Pattern.compile("(" + PLAIN + ")|\"((?:[^\"]|\"\")+)\"");

    /** what the text of a path that is not a column begins with; a column with such a name has no path */
    private static final Pattern NO_COLUMN = Pattern.compile("(?i)\"|" + PLAIN + "[.(\\[]");

    private static final String KEY = "('(?:[^']|'')*'|-?\\d{1,18})";
    private static final Pattern ELEMENT_AT = Pattern.compile("(?i)element_at\\((.*), *" + KEY + "\\)");
    private static final Pattern SUBSCRIPT = Pattern.compile("(.*)\\[" + KEY + "\\]");
    private static final Pattern CAST = Pattern.compile("(?is)(TRY_)?CAST\\((.*) AS ([a-z]+(?:\\([0-9, ]+\\))?)\\)");

    public ColumnPath {
        names = ImmutableList.copyOf(names);
        requireNonNull(key, "key is null");
        requireNonNull(cast, "cast is null");
        checkArgument(!ofElements || key.isEmpty(), "a path cannot have the elements of a value in a map");
        checkArgument(!ofElements || cast.isEmpty(), "a path cannot have casts of elements");
        checkArgument(ofElements || !ofKeys, "the keys of a map must be elements");
    }

    /** Creates the path of a column, or of a field. */
    public ColumnPath(List<String> names) {
        this(names, false, Optional.empty());
    }

    /** Creates a path without a cast. */
    public ColumnPath(List<String> names, boolean ofElements, Optional<Object> key) {
        this(names, ofElements, false, key, Optional.empty());
    }

    /** Creates the path of the keys of maps. */
    static ColumnPath ofKeys(List<String> names) {
        return new ColumnPath(names, true, true, Optional.empty(), Optional.empty());
    }

    /** Returns the path to casts of the values, or with this cast in place of its own. */
    public ColumnPath as(TextCast other) {
        return new ColumnPath(names, ofElements, ofKeys, key, Optional.of(other));
    }

    /**
     * Returns the path of a text in any case, but for keys; empty if it is none, such as that of a function. The text does not say whether
     * CAST is one of the mode {@link TextCast.Mode#ANSI}, which is returned, or {@link TextCast.Mode#LEGACY}.
     */
    public static Optional<ColumnPath> parse(String text) {
        if (isColumn(text)) {
            return Optional.of(new ColumnPath(List.of(text.toLowerCase(Locale.ENGLISH))));
        }
        Matcher cast = CAST.matcher(text);
        if (cast.matches()) {
            TextCast.Mode mode = cast.group(1) == null ? TextCast.Mode.ANSI : TextCast.Mode.TRY;
            return value(cast.group(2))
                    .flatMap(path -> TextCast.type(cast.group(3)).map(to -> path.as(new TextCast(to, mode))));
        }
        Matcher elements = ELEMENTS.matcher(text);
        if (elements.matches()) {
            Matcher keys = KEYS.matcher(elements.group(1));
            return keys.matches()
                    ? names(keys.group(1)).map(ColumnPath::ofKeys)
                    : names(elements.group(1)).map(names -> new ColumnPath(names, true, Optional.empty()));
        }
        return value(text).filter(path -> path.names().size() > 1 || path.key().isPresent());
    }

    /** Returns the path of a column, a field or a value of maps, with quotes around names that need them. */
    private static Optional<ColumnPath> value(String text) {
        for (Pattern ofMap : List.of(ELEMENT_AT, SUBSCRIPT)) {
            Matcher value = ofMap.matcher(text);
            if (value.matches()) {
                return names(value.group(1))
                        .map(names -> new ColumnPath(names, false, Optional.of(key(value.group(2)))));
            }
        }
        return names(text).map(ColumnPath::new);
    }

    private static boolean isColumn(String text) {
        return !text.isEmpty() && !NO_COLUMN.matcher(text).lookingAt();
    }

    private static Object key(String literal) {
        return literal.startsWith("'")
                ? literal.substring(1, literal.length() - 1).replace("''", "'")
                : (Object) Long.valueOf(literal);
    }

    private static Optional<List<String>> names(String text) {
        String path = text.toLowerCase(Locale.ENGLISH);
        List<String> names = new ArrayList<>();
        Matcher name = NAME.matcher(path);
        int start = 0;
        while (name.find(start) && name.start() == start) {
            names.add(name.group(1) != null ? name.group(1) : name.group(2).replace("\"\"", "\""));
            if (name.end() == path.length()) {
                return Optional.of(names);
            }
            if (path.charAt(name.end()) != '.') {
                return Optional.empty();
            }
            start = name.end() + 1;
        }
        return Optional.empty();
    }

    /** Returns the text by which the index knows the path. */
    public String text() {
        String path = textWithoutCast();
        return cast.map(how -> how.text(path)).orElse(path);
    }

    private String textWithoutCast() {
        if (names.size() == 1 && !ofElements && key.isEmpty() && cast.isEmpty() && isColumn(names.get(0))) {
            return names.get(0);
        }
        String path = names.stream()
                .map(name -> PLAIN.matcher(name).matches() ? name : '"' + name.replace("\"", "\"\"") + '"')
                .collect(Collectors.joining("."));
        if (key.isPresent()) {
            String literal = key.get() instanceof String text
                    ? "'" + text.replace("'", "''") + "'"
                    : key.get().toString();
            return "element_at(%s, %s)".formatted(path, literal);
        }
        if (ofKeys) {
            return "elements(map_keys(%s))".formatted(path);
        }
        return ofElements ? "elements(%s)".formatted(path) : path;
    }

    /** Returns the type of the values; empty if the columns have no such path, or a name on it is not unique. */
    public Optional<DataType> type(StructType columns) {
        Optional<DataType> stored = typeWithoutCast(columns);
        return cast.isEmpty()
                ? stored
                : stored.filter(DataTypes.StringType::equals)
                        .map(text -> SparkTypes.type(cast.get().to()));
    }

    private Optional<DataType> typeWithoutCast(StructType columns) {
        DataType type = columns;
        for (String name : names) {
            if (!(type instanceof StructType row)) {
                return Optional.empty();
            }
            Optional<Integer> field = position(row, name);
            if (field.isEmpty()) {
                return Optional.empty();
            }
            type = row.fields()[field.get()].dataType();
        }
        if (key.isPresent()) {
            return type instanceof MapType map && isKeyOf(map.keyType())
                    ? Optional.of(map.valueType())
                    : Optional.empty();
        }
        if (!ofElements) {
            return Optional.of(type);
        }
        if (ofKeys) {
            return type instanceof MapType map ? Optional.of(map.keyType()) : Optional.empty();
        }
        return type instanceof ArrayType array ? Optional.of(array.elementType()) : Optional.empty();
    }

    /** Returns whether maps with keys of a type find the key of this path as an index does. */
    boolean isKeyOf(DataType type) {
        if (!(key.orElseThrow() instanceof Long number)) {
            return type.equals(DataTypes.StringType);
        }
        return type.equals(DataTypes.LongType) || type.equals(DataTypes.IntegerType) && number.intValue() == number;
    }

    /**
     * Returns the position of the only field of a name.
     *
     * @param name in lower case
     */
    public static Optional<Integer> position(StructType row, String name) {
        Optional<Integer> found = Optional.empty();
        for (int field = 0; field < row.fields().length; field++) {
            if (row.fields()[field].name().toLowerCase(Locale.ENGLISH).equals(name)) {
                if (found.isPresent()) {
                    return Optional.empty();
                }
                found = Optional.of(field);
            }
        }
        return found;
    }
}
