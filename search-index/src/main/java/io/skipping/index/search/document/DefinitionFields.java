// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.search.document;

import static com.google.common.base.Preconditions.checkArgument;
import static com.google.common.collect.ImmutableMap.toImmutableMap;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Locale.ENGLISH;

import com.google.common.base.CharMatcher;
import com.google.common.collect.ImmutableMap;
import com.google.common.hash.Hasher;
import com.google.common.hash.Hashing;
import io.skipping.index.IndexDefinition;
import io.skipping.index.IndexedColumn;
import io.skipping.index.store.segment.StoredDefinition;
import io.skipping.index.type.IndexType;
import io.skipping.index.type.IndexTypes;
import io.skipping.index.type.SearchForm;
import io.skipping.index.type.SummaryField;
import io.skipping.index.value.ScalarType;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Describes how documents hold an index.
 *
 * @param key names the index in documents, see {@link #key(StoredDefinition)}; its beginning is readable
 * @param summaryFields the stored fields
 * @param form how it is searched; empty if it cannot be
 * @param searched the searched fields by name; empty if there is no form
 * @param boxes those of them that are boxes
 */
record DefinitionFields(
        IndexDefinition definition,
        String key,
        List<SummaryField> summaryFields,
        Optional<SearchForm> form,
        ImmutableMap<String, SearchedField> searched,
        Optional<SearchedBoxes> boxes) {
    /** not part of keys, which were introduced before versions */
    private static final int FIRST_VERSION = 1;

    private static final int READABLE_LENGTH = 40;
    private static final CharMatcher ODD = CharMatcher.inRange('a', 'z')
            .or(CharMatcher.inRange('0', '9'))
            .or(CharMatcher.is('_'))
            .negate();

    /**
     * Returns the fields of a definition.
     *
     * @param stored a definition whose summaries the index type can open
     */
    static DefinitionFields of(StoredDefinition stored, IndexType type) {
        IndexDefinition definition = stored.definition();
        List<ScalarType> columnTypes = IndexTypes.columnTypes(definition);
        List<SummaryField> summaryFields = stored.summaryFields();
        String key = key(stored);
        // a type defines the search for its current version only; summaries of other versions are evaluated when they
        // are opened
        Optional<SearchForm> form = (stored.version() == type.version()
                        ? type.searchForm(columnTypes)
                        : Optional.<SearchForm>empty())
                .filter(known -> summaryFields.stream()
                        .filter(field -> known.fields().contains(field.name()))
                        .allMatch(field -> SearchForm.isSearchable(field.type())));
        ImmutableMap<String, SearchedField> searched = form.stream()
                .flatMap(known ->
                        summaryFields.stream().filter(field -> known.fields().contains(field.name())))
                .collect(toImmutableMap(
                        SummaryField::name, field -> SearchedField.of("fields." + key + "." + field.name(), field)));
        checkArgument(
                form.flatMap(SearchForm::boxes).stream()
                        .allMatch(sides -> searched.keySet().containsAll(sides.fields())),
                "Index type %s searches boxes by fields that it does not have",
                definition.type());
        Optional<SearchedBoxes> boxes = form.flatMap(SearchForm::boxes)
                .map(sides -> new SearchedBoxes(
                        "fields." + key + "." + SearchedBoxes.FIELD,
                        searched.get(sides.minX()),
                        searched.get(sides.maxX()),
                        searched.get(sides.minY()),
                        searched.get(sides.maxY())));
        return new DefinitionFields(definition, key, summaryFields, form, searched, boxes);
    }

    /** Returns the path of the exact summary in documents. */
    String summaryPath() {
        return summaryPath(key);
    }

    /** @param key of a definition */
    static String summaryPath(String key) {
        return "summaries." + key;
    }

    /** Returns a name that differs for each definition, each version of its summaries and each form of their fields. */
    static String key(StoredDefinition stored) {
        IndexDefinition definition = stored.definition();
        Hasher hasher = Hashing.sha256().newHasher();
        put(hasher, definition.type());
        for (IndexedColumn column : definition.columns()) {
            put(hasher, column.name());
            put(hasher, column.type().toString());
            put(hasher, column.origin().toString());
        }
        new TreeMap<>(definition.options()).forEach((name, value) -> {
            put(hasher, name);
            put(hasher, value);
        });
        for (SummaryField field : stored.summaryFields()) {
            put(hasher, field.name());
            put(
                    hasher,
                    field.isList()
                            ? "array(%s)".formatted(field.type())
                            : field.type().toString());
        }
        if (stored.version() != FIRST_VERSION) {
            hasher.putInt(stored.version());
        }
        String readable = ODD.collapseFrom(definition.name().toLowerCase(ENGLISH), '_');
        return readable.substring(0, Math.min(readable.length(), READABLE_LENGTH))
                + "_"
                + hasher.hash().toString().substring(0, 12);
    }

    private static void put(Hasher hasher, String text) {
        byte[] bytes = text.getBytes(UTF_8);
        hasher.putInt(bytes.length).putBytes(bytes);
    }
}
