// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.builder.advice;

import io.skipping.builder.advice.Advice.Finding;
import io.skipping.builder.advice.Advice.Proposal;
import io.skipping.builder.advice.Condition.Comparison;
import io.skipping.builder.advice.Condition.Containment;
import io.skipping.builder.advice.Condition.Indexable;
import io.skipping.builder.advice.MeasuredSample.LeftOfSample;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
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

    /** The indexes of values that builds choose by themselves share a quarter of a percent of the table. */
    private static final double MOST_BY_BUILD = 0.001;

    /** Of indexes that take no larger share of the table than this, the one of the first kind is advised. */
    private static final double NOTHING = 0.001;

    private static final int MOST_PER_QUESTION = 3;
    /** A question of whose objects so many hold a match cannot be helped by an index. */
    private static final double NEARLY_ALL = 0.8;

    /** A column alone, and no field of a row or another expression. */
    private static final Pattern COLUMN = Pattern.compile("[a-z_][a-z0-9_]*|\"([^\"]|\"\")*\"");

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
     * @param question what is asked
     * @param now the share of the sample's bytes, from 0 to 1, that each variant reads
     * @param conditions for each variant those that indexes could decide
     * @param whole for each variant the condition that a row matches
     */
    public record Asked(Question question, List<Double> now, List<List<Condition>> conditions, List<Condition> whole) {
        public Asked {
            now = List.copyOf(now);
            conditions = List.copyOf(conditions);
            whole = List.copyOf(whole);
        }

        Stream<Condition> all() {
            return conditions.stream().flatMap(List::stream).distinct();
        }

        /** Returns what is compared with constants, as {@code create_index} takes it. */
        Set<String> compared() {
            return all().filter(condition -> condition.form() instanceof Comparison)
                    .flatMap(condition -> ((Comparison) condition.form()).indexed().stream())
                    .collect(Collectors.toCollection(LinkedHashSet::new));
        }

        double present() {
            return now.stream().mapToDouble(Double::doubleValue).average().orElse(1);
        }
    }

    /** Creates an adviser for a table of which a sample was measured. */
    public Adviser(MeasuredSample sample, Existing existing) {
        this.sample = sample;
        this.existing = existing;
    }

    /** Describes an index that could be made. */
    private record Candidate(IndexKind kind, List<String> indexed, Map<String, String> options) {
        String name() {
            return Advice.name(kind, indexed);
        }
    }

    /** States what an index costs, in shares of the table, and what it saves. */
    private record Worth(double cost, double saved) {
        Worth and(Worth other) {
            return new Worth(Math.max(cost, other.cost), saved + other.saved);
        }
    }

    /**
     * Returns what would help.
     *
     * @param questions in any order
     */
    public Advice advise(List<Asked> questions) {
        Map<Candidate, Worth> chosen = new LinkedHashMap<>();
        List<Finding> findings = questions.stream()
                .sorted(Comparator.comparingLong(
                                (Asked asked) -> asked.question().asked())
                        .reversed())
                .map(asked -> finding(asked, chosen))
                .toList();
        Map<String, Candidate> merged = new LinkedHashMap<>();
        Map<String, Worth> worths = new LinkedHashMap<>();
        chosen.forEach((candidate, worth) -> {
            merged.merge(candidate.name(), candidate, Adviser::merged);
            worths.merge(candidate.name(), worth, Worth::and);
        });
        List<Proposal> proposals = merged.entrySet().stream()
                .map(entry -> proposal(entry.getValue(), worths.get(entry.getKey())))
                .sorted(Comparator.comparingDouble(Proposal::saved).reversed())
                .toList();
        return new Advice(findings, proposals, !existing.built() || !existing.isComplete());
    }

    /** Returns an index that serves what two of the same type over the same columns serve. */
    private static Candidate merged(Candidate first, Candidate second) {
        Map<String, String> options = new TreeMap<>(first.options());
        second.options()
                .forEach((name, value) -> options.merge(
                        name,
                        value,
                        (one, other) -> name.equals("ranks")
                                ? Stream.of(one.split(","), other.split(","))
                                        .flatMap(Stream::of)
                                        .map(Long::valueOf)
                                        .sorted()
                                        .distinct()
                                        .map(String::valueOf)
                                        .collect(Collectors.joining(","))
                                : String.valueOf(Math.max(Long.parseLong(one), Long.parseLong(other)))));
        return new Candidate(first.kind(), first.indexed(), options);
    }

    private Proposal proposal(Candidate candidate, Worth worth) {
        return new Proposal(
                candidate.kind(),
                candidate.indexed(),
                candidate.options(),
                isMadeByBuild(candidate, worth.cost()),
                worth.cost(),
                worth.saved());
    }

    /** Returns whether a build makes such an index of a column, and has room for it; of an expression it may not. */
    private boolean isMadeByBuild(Candidate candidate, double cost) {
        boolean hasRoom = candidate.kind() != IndexKind.VALUES
                || (cost <= MOST_BY_BUILD && !existing.names().contains(candidate.name()));
        return candidate.kind().isChosenByBuilds()
                && candidate.options().isEmpty()
                && hasRoom
                && candidate.indexed().stream()
                        .allMatch(indexed -> COLUMN.matcher(indexed).matches());
    }

    private Finding finding(Asked asked, Map<Candidate, Worth> chosen) {
        double matching = asked.whole().stream()
                .mapToDouble(condition -> sample.matching(condition) / sample.bytes())
                .average()
                .orElse(0);
        List<Map<Candidate, LeftOfSample>> byVariant =
                asked.conditions().stream().map(this::candidates).toList();
        List<Candidate> possible = byVariant.stream()
                .flatMap(left -> left.keySet().stream())
                .distinct()
                .filter(candidate -> !isThere(candidate))
                .toList();
        List<Candidate> candidates = possible.stream()
                .filter(candidate -> cost(candidate, byVariant) <= MOST_COST)
                .toList();
        List<Optional<LeftOfSample>> left = new ArrayList<>();
        byVariant.forEach(_ -> left.add(Optional.empty()));
        List<Candidate> helpful = new ArrayList<>();
        double now = asked.present();
        while (helpful.size() < MOST_PER_QUESTION) {
            double before = now;
            Optional<Candidate> next = best(
                            candidates, byVariant, candidate -> share(asked, byVariant, left, candidate))
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
            chosen.merge(
                    candidate,
                    new Worth(cost(candidate, byVariant), asked.question().asked() * (before - now)),
                    Worth::and);
        }
        return new Finding(
                asked.question(),
                asked.present(),
                matching,
                now,
                helpful.stream().map(Candidate::name).toList(),
                asked.compared(),
                helpful.isEmpty() ? reason(asked, matching, tooLarge(asked, possible, byVariant)) : Optional.empty());
    }

    /** Returns an index that would help, but takes too much; empty if there is none. */
    private Optional<String> tooLarge(
            Asked asked, List<Candidate> possible, List<Map<Candidate, LeftOfSample>> byVariant) {
        List<Optional<LeftOfSample>> nothing =
                byVariant.stream().map(_ -> Optional.<LeftOfSample>empty()).toList();
        return possible.stream()
                .filter(candidate -> cost(candidate, byVariant) > MOST_COST
                        && share(asked, byVariant, nothing, candidate) <= WORTH * asked.present())
                .min(Comparator.comparingDouble(candidate -> cost(candidate, byVariant)))
                .map(candidate -> "%s would help and take %s of the table, which is more than %s"
                        .formatted(
                                candidate.name(),
                                AdviceText.percent(cost(candidate, byVariant)),
                                AdviceText.percent(MOST_COST)));
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
    private Optional<Candidate> best(
            List<Candidate> candidates, List<Map<Candidate, LeftOfSample>> byVariant, Share share) {
        double least = candidates.stream().mapToDouble(share::of).min().orElse(1);
        return candidates.stream()
                .filter(candidate ->
                        share.of(candidate) <= least + AS_GOOD && share.of(candidate) <= 2 * least + AS_GOOD)
                .min(Comparator.comparing(
                                (Candidate candidate) -> !isMadeByBuild(candidate, cost(candidate, byVariant)))
                        .thenComparingDouble(candidate -> Math.max(NOTHING, cost(candidate, byVariant)))
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
                sample.left(condition)
                        .forEach((kind, left) -> candidates.merge(
                                new Candidate(kind, indexable.indexed(), sample.options(kind, condition)),
                                left,
                                LeftOfSample::and));
            }
        }
        return candidates;
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

    private Optional<String> reason(Asked asked, double matching, Optional<String> tooLarge) {
        double now = asked.present();
        if (now <= Math.max(matching * 1.25, matching + LEAST_SAVED)) {
            return Optional.of(
                    now >= NEARLY_ALL
                            ? "nearly all of the table holds rows that it asks for: no index can skip them%s"
                                    .formatted(layout(asked))
                            : "the index that is there skips what can be skipped");
        }
        return requested(asked)
                .or(() -> tooLarge)
                .or(() -> undecidable(asked))
                .or(() ->
                        Optional.of("its values are in every object of the sample, or have too many neighbours there%s"
                                .formatted(layout(asked))));
    }

    private Optional<String> requested(Asked asked) {
        return asked.all()
                .filter(condition -> condition.form() instanceof Indexable && sample.has(condition))
                .flatMap(condition -> sample.left(condition).keySet().stream()
                        .map(kind -> Advice.name(kind, ((Indexable) condition.form()).indexed())))
                .filter(existing.requested()::contains)
                .findFirst()
                .map("%s is there and leaves this much"::formatted);
    }

    private static Optional<String> undecidable(Asked asked) {
        List<Scan> scans = asked.question().variants();
        if (scans.stream().anyMatch(scan -> scan.order().isPresent())) {
            return asked.all().findAny().isPresent()
                    ? Optional.empty()
                    : Optional.of(
                            "it is ordered by an expression, and Trino tells connectors only of orders by columns: every object is read");
        }
        return scans.stream()
                .flatMap(scan -> scan.filters().stream())
                .flatMap(filter -> filter
                        .undecidable()
                        .or(() -> Optional.of(
                                        filter.columns().size() > 1
                                                ? "it is over several columns of a row"
                                                : "EXPLAIN of the query says why")
                                .filter(_ -> asked.all().findAny().isEmpty()))
                        .map(reason -> "no index decides %s: %s".formatted(filter.text(), reason))
                        .stream())
                .findFirst();
    }

    private static String layout(Asked asked) {
        boolean isText = asked.all().anyMatch(condition -> condition.form() instanceof Containment);
        return asked.compared().isEmpty() || isText
                ? ""
                : "; a layout by %s would bring them together, see partitioner.jar advise"
                        .formatted(String.join(", ", asked.compared()));
    }
}
