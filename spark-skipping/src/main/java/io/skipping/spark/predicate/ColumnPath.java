// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.predicate;

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
import org.apache.spark.sql.types.StructType;

/**
 * Describes a column, a field of its rows, or the elements of such an array. The index knows it by its text, such as {@code place.city} or
 * {@code elements(tags)}, which is the same as Trino's.
 *
 * @param names the name of the column, and of each field on the way, in lower case
 * @param ofElements whether the values are the elements of arrays, without NULLs: there may be more or fewer than rows
 */
public record ColumnPath(List<String> names, boolean ofElements) {
    private static final Pattern ELEMENTS = Pattern.compile("elements\\((.*)\\)");
    private static final Pattern PLAIN = Pattern.compile("[a-z_][a-z0-9_]*");
    private static final Pattern NAME = Pattern.compile("(" + PLAIN + ")|\"((?:[^\"]|\"\")+)\"");

    public ColumnPath {
        names = ImmutableList.copyOf(names);
    }

    /** Returns the path of a text, in lower case; empty if it is none, such as that of a function. */
    public static Optional<ColumnPath> parse(String text) {
        Matcher elements = ELEMENTS.matcher(text);
        boolean ofElements = elements.matches();
        String path = ofElements ? elements.group(1) : text;
        List<String> names = new ArrayList<>();
        Matcher name = NAME.matcher(path);
        int start = 0;
        while (name.find(start) && name.start() == start) {
            names.add(name.group(1) != null ? name.group(1) : name.group(2).replace("\"\"", "\""));
            if (name.end() == path.length()) {
                // a column of a table has its name without quotes
                return names.size() > 1 || name.group(1) != null
                        ? Optional.of(new ColumnPath(names, ofElements))
                        : Optional.empty();
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
        String path = names.stream()
                .map(name -> PLAIN.matcher(name).matches() ? name : '"' + name.replace("\"", "\"\"") + '"')
                .collect(Collectors.joining("."));
        return ofElements ? "elements(%s)".formatted(path) : path;
    }

    /** Returns the type of the values; empty if the columns have no such path, or a name on it is not unique. */
    public Optional<DataType> type(StructType columns) {
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
        if (!ofElements) {
            return Optional.of(type);
        }
        return type instanceof ArrayType array ? Optional.of(array.elementType()) : Optional.empty();
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
