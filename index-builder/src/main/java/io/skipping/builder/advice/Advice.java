// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.builder.advice;

import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Lists the indexes that a table should have.
 *
 * @param findings one a question, the commonest first
 * @param proposals the indexes, those that save most first
 * @param needsBuild whether objects are not in the index, so that a build alone would help
 */
public record Advice(List<Finding> findings, List<Proposal> proposals, boolean needsBuild) {
    public Advice {
        findings = List.copyOf(findings);
        proposals = List.copyOf(proposals);
    }

    /**
     * Holds what a question reads, in shares of the table's bytes.
     *
     * @param question what is asked
     * @param now the share that it reads with the index as it is, from 0 to 1
     * @param matching the share that holds rows that it asks for, and cannot be skipped
     * @param advised the share that it reads with the proposed indexes, at most
     * @param by the names of the indexes that help it
     * @param compared columns and expressions that it compares with constants
     * @param reason why nothing more can be skipped, and what would help; empty if the proposals do
     */
    public record Finding(
            Question question,
            double now,
            double matching,
            double advised,
            List<String> by,
            Set<String> compared,
            Optional<String> reason) {
        public Finding {
            by = List.copyOf(by);
            compared = Collections.unmodifiableSet(new LinkedHashSet<>(compared));
        }
    }

    /**
     * Proposes an index that would help.
     *
     * @param kind its type
     * @param columns what it is over, as {@code create_index} takes it
     * @param options those that it needs, as {@code create_index} takes them; empty for the defaults
     * @param byBuild whether a build makes it without a request
     * @param indexShare the bytes that it takes, as a share of the table's
     * @param saved the share of the table's bytes that all questions together need not read with it, summed over all that
     *     were asked
     */
    public record Proposal(
            IndexKind kind,
            List<String> columns,
            Map<String, String> options,
            boolean byBuild,
            double indexShare,
            double saved) {
        /** Returns the name by which the index is known. */
        public String name() {
            return Advice.name(kind, columns);
        }
    }

    static String name(IndexKind kind, List<String> columns) {
        return "%s(%s)".formatted(kind.typeName(), String.join(",", columns));
    }

    /** Returns the indexes that must be requested; a build makes the others. */
    public List<Proposal> requests() {
        return proposals.stream().filter(proposal -> !proposal.byBuild()).toList();
    }

    /** Returns whether there is anything to do. */
    public boolean isEmpty() {
        return proposals.isEmpty() && !needsBuild;
    }
}
