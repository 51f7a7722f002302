// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.builder.advice;

import io.skipping.builder.advice.Advice.Finding;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Finds the questions that skip because of the order in which the table was written, which a layout would end. */
final class LayoutCosts {
    /** A question that reads at most this share now has something to lose. */
    private static final double SKIPS = 0.5;

    private static final int MOST_NAMED = 3;

    private LayoutCosts() {}

    /** Returns what to know before a layout is made for the questions that no index helps; empty if there are none. */
    static Optional<String> warning(Advice advice) {
        Set<String> wanted = advice.findings().stream()
                .filter(finding -> finding.reason()
                        .filter(reason -> reason.contains("layout by"))
                        .isPresent())
                .flatMap(finding -> finding.compared().stream())
                .collect(Collectors.toCollection(LinkedHashSet::new));
        List<Finding> losers = advice.findings().stream()
                .filter(finding -> finding.now() <= SKIPS)
                .filter(finding -> !finding.compared().isEmpty()
                        && finding.compared().stream().noneMatch(wanted::contains))
                .toList();
        if (wanted.isEmpty() || losers.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of("A layout by %s takes the table out of the order that lets %s skip now: %s%s"
                .formatted(
                        String.join(", ", wanted),
                        losers.size() == 1 ? "this question" : "these %d questions".formatted(losers.size()),
                        losers.stream()
                                .limit(MOST_NAMED)
                                .map(finding -> "%s (reads %s, asked %s)"
                                        .formatted(
                                                finding.question().text(),
                                                AdviceText.percent(finding.now()),
                                                AdviceText.times(
                                                        finding.question().asked())))
                                .collect(Collectors.joining("; ")),
                        losers.size() > MOST_NAMED ? "; …" : ""));
    }
}
