// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.explain;

import static com.google.common.collect.ImmutableList.toImmutableList;
import static java.util.Comparator.comparing;
import static java.util.Comparator.reverseOrder;

import io.skipping.index.IndexedColumn;
import io.skipping.index.explain.Finding;
import io.skipping.index.explain.Remedy;
import io.skipping.trino.core.expression.FilterConjunct;
import io.skipping.trino.core.path.ColumnPath;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Writes conditions with {@code ?} in place of their constants: these are of others' queries. Constants that belong to an
 * expression that can be indexed, such as the path in {@code json_extract_scalar(doc, '$.city')}, are kept; but keys of maps are
 * not, because these are values of the table.
 */
final class MaskedText {
    private static final Pattern LIST = Pattern.compile("IN \\(\\?(, \\?)*(, and \\? more)?(\\)|$)");
    private static final char QUOTE = '\'';

    private final String text;
    private final List<String> kept;
    private final boolean escapes;
    private final boolean cut;
    private final StringBuilder masked = new StringBuilder();
    private int position;

    /**
     * @param escapes whether quotes within texts are doubled
     * @param cut whether the end is missing
     */
    private MaskedText(String text, List<String> kept, boolean escapes, boolean cut) {
        this.text = text;
        this.kept = kept;
        this.escapes = escapes;
        this.cut = cut;
    }

    static String of(FilterConjunct conjunct) {
        List<String> expressions = expressions(conjunct)
                .filter(name -> !ColumnPath.isUnderKey(name))
                .collect(toImmutableList());
        return new MaskedText(conjunct.text(), expressions, conjunct.isTranslated(), conjunct.isCut()).mask();
    }

    /**
     * Returns what is said of a condition, with {@code ?} in place of the keys of maps in its expressions, and without a statement if
     * there are any.
     */
    static Finding withoutKeys(FilterConjunct conjunct, Finding finding) {
        List<String> underKeys =
                expressions(conjunct).filter(ColumnPath::isUnderKey).collect(toImmutableList());
        if (underKeys.isEmpty()) {
            return finding;
        }
        String reason = finding.reason();
        for (String name : underKeys) {
            reason = reason.replace(name, new MaskedText(name, List.of(), true, false).mask());
        }
        // an index on the values of another key is of no use
        Remedy remedy = finding.remedy().statement().isPresent() ? Remedy.NONE : finding.remedy();
        return new Finding(finding.excludes(), reason, remedy);
    }

    private static Stream<String> expressions(FilterConjunct conjunct) {
        return conjunct.predicate()
                .leaves()
                .flatMap(leaf -> leaf.columns().stream())
                .map(IndexedColumn::name)
                .distinct()
                // one may be part of another
                .sorted(comparing(String::length, reverseOrder()));
    }

    private String mask() {
        while (position < text.length()) {
            Optional<String> expression = isWithinWord()
                    ? Optional.empty()
                    : kept.stream()
                            .filter(name -> text.startsWith(name, position))
                            .findFirst();
            if (expression.isPresent()) {
                masked.append(expression.get());
                position += expression.get().length();
            } else if (text.charAt(position) == QUOTE) {
                maskText();
            } else if (!isWithinWord() && isNumber()) {
                maskNumber();
            } else {
                masked.append(text.charAt(position++));
            }
        }
        return LIST.matcher(masked).replaceAll("IN (?)");
    }

    private boolean isWithinWord() {
        return position > 0 && isPartOfWord(text.charAt(position - 1));
    }

    private static boolean isPartOfWord(char each) {
        return Character.isLetterOrDigit(each) || each == '_';
    }

    private boolean isNumber() {
        char each = text.charAt(position);
        return isDigit(each) || each == '-' && position + 1 < text.length() && isDigit(text.charAt(position + 1));
    }

    private static boolean isDigit(char each) {
        return each >= '0' && each <= '9';
    }

    private void maskNumber() {
        masked.append('?');
        position++;
        while (position < text.length() && isPartOfNumber()) {
            position++;
        }
    }

    private boolean isPartOfNumber() {
        char each = text.charAt(position);
        return isDigit(each) || each == '.' || each == 'E' || each == '-' && text.charAt(position - 1) == 'E';
    }

    private void maskText() {
        masked.append('?');
        position = endOfText();
    }

    /**
     * Returns the position behind a text. Quotes in it are doubled; but not by the engine, whose words stand for what is not
     * translated, so that there all up to the last quote may be text, or up to the end if that may have been cut off.
     */
    private int endOfText() {
        if (!escapes) {
            int last = text.lastIndexOf(QUOTE);
            return last > position && !cut ? last + 1 : text.length();
        }
        int end = position + 1;
        while (end < text.length()) {
            if (text.charAt(end) == QUOTE) {
                if (end + 1 == text.length() || text.charAt(end + 1) != QUOTE) {
                    return end + 1;
                }
                end++;
            }
            end++;
        }
        return text.length();
    }
}
