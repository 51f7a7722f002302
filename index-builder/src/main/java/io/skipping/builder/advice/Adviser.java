// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.builder.advice;

import io.skipping.builder.advice.Advice.Finding;
import io.skipping.builder.advice.Advice.Proposal;
import io.skipping.builder.advice.Condition.Comparison;
import io.skipping.builder.advice.Condition.Containment;
import io.skipping.builder.advice.Condition.Indexable;
import io.skipping.builder.advice.Condition.Undecidable;
import io.skipping.builder.advice.MeasuredSample.LeftOfSample;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Chooses indexes for questions: for each the one that leaves least, then one that leaves still less beside it, as long
 * as that is worth it.
 */
public final class Adviser {
    /** An index is advised if a question reads at most this share of what it would read without it. */
    private static final double WORTH = 0.8;
    /** Less of the table is not worth an index. */
    private static final double LEAST_SAVED = 0.01;
    /** An index that leaves as little as the best one, up to this share of the table, is preferred if it is cheaper. */
    private static final double AS_GOOD = 0.02;

    /** An index that takes a larger share of the table is not advised. */
    private static final double MOST_COST = 0.05;

    private static final int MOST_PER_QUESTION = 3;
    /** A question of whose objects so many hold a match cannot be helped by an index. */
    private static final double NEARLY_ALL = 0.8;

    private final MeasuredSample sample;
    private final Existing existing;

    /**
     * Describes the indexes that a table has already.
     *
     * @param built whether it has an index
     * @param names of the indexes, such as {@code bloom(id)}
     * @param requested the names of those that a user requested
     * @param isComplete whether all objects are in the index
     */
    public record Existing(boolean built, Set<String> names, Set<String> requested, boolean isComplete) {
        public Existing {
            names = Set.copyOf(names);
            requested = Set.copyOf(requested);
        }
    }

    /**
     * Holds a question, and what the index leaves for each of its variants.
     *
     * @param now shares of the sample's bytes
     * @param whole for each variant a condition that stands for all of its conditions
     */
    public record Asked(Question question, List<Double> now, List<Condition> whole) {
        public Asked {
            now = List.copyOf(now);
            whole = List.copyOf(whole);
        }

        double present() {
            return now.stream().mapToDouble(Double::doubleValue).average().orElse(1);
        }
    }

    public Adviser(MeasuredSample sample, Existing existing) {
        this.sample = sample;
        this.existing = existing;
    }

    /** An index that could be made. */
    private record Candidate(IndexKind kind, String indexed, Map<String, String> options) {
        String name() {
            return "%s(%s)".formatted(kind.typeName(), indexed);
        }
    }

    public Advice advise(List<Asked> questions) {
        Map<Candidate, double[]> chosen = new LinkedHashMap<>();
        List<Finding> findings = questions.stream()
                .sorted(Comparator.comparingLong(
                                (Asked asked) -> asked.question().asked())
                        .reversed())
                .map(asked -> finding(asked, chosen))
                .toList();
        List<Proposal> proposals = chosen.entrySet().stream()
                .map(entry -> proposal(entry.getKey(), entry.getValue()))
                .sorted(Comparator.comparingDouble(Proposal::saved).reversed())
                .toList();
        return new Advice(findings, proposals, !existing.built() || !existing.isComplete());
    }

    private Proposal proposal(Candidate candidate, double[] costAndSaved) {
        return new Proposal(
                candidate.kind(),
                List.of(candidate.indexed()),
                candidate.options(),
                isMadeByBuild(candidate),
                costAndSaved[0],
                costAndSaved[1]);
    }

    /** Returns whether a build makes such an index of a column; of an expression it may not. */
    private static boolean isMadeByBuild(Candidate candidate) {
        return candidate.kind().isChosenByBuilds()
                && candidate.options().isEmpty()
                && !candidate.indexed().contains("(");
    }

    private Finding finding(Asked asked, Map<Candidate, double[]> chosen) {
        double matching = asked.whole().stream()
                .mapToDouble(condition -> sample.matching(condition) / sample.bytes())
                .average()
                .orElse(0);
        List<Map<Candidate, LeftOfSample>> byVariant =
                asked.question().variants().stream().map(this::candidates).toList();
        List<Candidate> candidates = byVariant.stream()
                .flatMap(left -> left.keySet().stream())
                .distinct()
                .filter(candidate -> !isThere(candidate) && cost(candidate, byVariant) <= MOST_COST)
                .toList();
        List<Optional<LeftOfSample>> left = new ArrayList<>();
        byVariant.forEach(_ -> left.add(Optional.empty()));
        List<Candidate> helpful = new ArrayList<>();
        double now = asked.present();
        while (helpful.size() < MOST_PER_QUESTION) {
            double before = now;
            Optional<Candidate> next = best(candidates, candidate -> share(asked, byVariant, left, candidate))
                    .filter(candidate -> {
                        double after = share(asked, byVariant, left, candidate);
                        return after <= WORTH * before && before - after >= LEAST_SAVED;
                    });
            if (next.isEmpty()) {
                break;
            }
            Candidate candidate = next.get();
            now = share(asked, byVariant, left, candidate);
            for (int variant = 0; variant < left.size(); variant++) {
                Optional<LeftOfSample> more =
                        Optional.ofNullable(byVariant.get(variant).get(candidate));
                Optional<LeftOfSample> before1 = left.get(variant);
                left.set(
                        variant,
                        more.map(some -> before1.map(some::and).orElse(some)).or(() -> before1));
            }
            helpful.add(candidate);
            double[] sums = chosen.computeIfAbsent(candidate, _ -> new double[] {0, 0});
            sums[0] = Math.max(sums[0], cost(candidate, byVariant));
            sums[1] += asked.question().asked() * (before - now);
        }
        return new Finding(
                asked.question(),
                asked.present(),
                matching,
                now,
                helpful.stream().map(Candidate::name).toList(),
                helpful.isEmpty() ? reason(asked, matching) : Optional.empty());
    }

    /** Returns how many bytes an index takes, as a share of the table's. */
    private double cost(Candidate candidate, List<Map<Candidate, LeftOfSample>> byVariant) {
        return byVariant.stream()
                .flatMap(left -> Optional.ofNullable(left.get(candidate)).stream())
                .mapToDouble(left -> left.indexBytes() / sample.bytes())
                .max()
                .orElse(0);
    }

    private interface Share {
        double of(Candidate candidate);
    }

    /** Returns the cheapest of the candidates that leave about as little as the best one. */
    private static Optional<Candidate> best(List<Candidate> candidates, Share share) {
        double least = candidates.stream().mapToDouble(share::of).min().orElse(1);
        return candidates.stream()
                .filter(candidate ->
                        share.of(candidate) <= least + AS_GOOD && share.of(candidate) <= 2 * least + AS_GOOD)
                .min(Comparator.comparing((Candidate candidate) -> !isMadeByBuild(candidate))
                        .thenComparing(Candidate::kind));
    }

    /** Returns which share of the sample a question reads if it has one more index, on average over its variants. */
    private double share(
            Asked asked,
            List<Map<Candidate, LeftOfSample>> byVariant,
            List<Optional<LeftOfSample>> left,
            Candidate candidate) {
        double sum = 0;
        for (int variant = 0; variant < byVariant.size(); variant++) {
            Optional<LeftOfSample> ofCandidate =
                    Optional.ofNullable(byVariant.get(variant).get(candidate));
            Optional<LeftOfSample> before = left.get(variant);
            Optional<LeftOfSample> together =
                    ofCandidate.map(some -> before.map(some::and).orElse(some)).or(() -> before);
            double now = asked.now().get(variant);
            sum += Math.min(
                    now, together.map(some -> some.total() / sample.bytes()).orElse(now));
        }
        return sum / Math.max(1, byVariant.size());
    }

    private Map<Candidate, LeftOfSample> candidates(List<Condition> conditions) {
        Map<Candidate, LeftOfSample> candidates = new LinkedHashMap<>();
        for (Condition condition : conditions) {
            if (condition.form() instanceof Indexable indexable && sample.has(condition)) {
                Map<String, String> valuesOptions = options(condition);
                sample.left(condition)
                        .forEach((kind, left) -> candidates.merge(
                                new Candidate(
                                        kind, indexable.indexed(), kind == IndexKind.VALUES ? valuesOptions : Map.of()),
                                left,
                                LeftOfSample::and));
            }
        }
        return candidates;
    }

    /** Returns the options with which an index of values keeps as many as the condition's column has in a range. */
    private Map<String, String> options(Condition condition) {
        if (!(condition.form() instanceof Condition.Test)) {
            return Map.of();
        }
        int first = sample.layout().first().get(condition);
        long most = 0;
        for (int number = 0; number < sample.objects().size(); number++) {
            most = Math.max(
                    most,
                    sample.objects().get(number).mostInRange(sample.numbers().get(number)[first + 1]));
        }
        return most <= Measures.MOST_VALUES
                ? Map.of()
                : new TreeMap<>(
                        Map.of("limit", String.valueOf(Measures.MOST_VALUES_ON_REQUEST), "max_bytes", "262144"));
    }

    /**
     * Returns whether a request would change nothing. Values and filters that a build chose share a small budget, so
     * that a request may help.
     */
    private boolean isThere(Candidate candidate) {
        boolean cheap = candidate.kind() == IndexKind.MINMAX || candidate.kind() == IndexKind.NULLS;
        return existing.requested().contains(candidate.name())
                || (existing.isComplete() && cheap && existing.names().contains(candidate.name()));
    }

    private Optional<String> reason(Asked asked, double matching) {
        double now = asked.present();
        if (now <= Math.max(matching * 1.25, matching + LEAST_SAVED)) {
            return Optional.of(
                    now >= NEARLY_ALL
                            ? "nearly all of the table holds rows that it asks for: no index can skip them%s"
                                    .formatted(layout(asked))
                            : "the index that is there skips what can be skipped");
        }
        List<Condition> conditions = asked.question().variants().stream()
                .flatMap(List::stream)
                .distinct()
                .toList();
        Optional<String> undecidable = conditions.stream()
                .filter(condition -> condition.form() instanceof Undecidable)
                .map(condition -> "no index decides %s: %s"
                        .formatted(condition.text(), ((Undecidable) condition.form()).reason()))
                .findFirst();
        Optional<String> requested = conditions.stream()
                .filter(condition -> condition.form() instanceof Indexable)
                .flatMap(condition -> sample.left(condition).keySet().stream()
                        .map(kind -> "%s(%s)".formatted(kind.typeName(), ((Indexable) condition.form()).indexed())))
                .filter(existing.requested()::contains)
                .findFirst()
                .map(name -> "%s is there and leaves this much".formatted(name));
        return requested
                .or(() -> undecidable)
                .or(() ->
                        Optional.of("its values are in every object of the sample, or have too many neighbours there%s"
                                .formatted(layout(asked))));
    }

    private static String layout(Asked asked) {
        List<String> columns = asked.question().variants().stream()
                .flatMap(List::stream)
                .flatMap(condition -> condition.form() instanceof Comparison comparison
                        ? Stream.of(comparison.indexed())
                        : Stream.empty())
                .distinct()
                .toList();
        boolean isText = asked.question().variants().stream()
                .flatMap(List::stream)
                .anyMatch(condition -> condition.form() instanceof Containment);
        return columns.isEmpty() || isText
                ? ""
                : "; a layout by %s would bring them together, see partitioner.jar advise"
                        .formatted(String.join(", ", columns));
    }
}
