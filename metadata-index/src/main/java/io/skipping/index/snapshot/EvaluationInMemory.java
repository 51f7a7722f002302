// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.snapshot;

import static com.google.common.collect.ImmutableList.toImmutableList;
import static com.google.common.collect.ImmutableSet.toImmutableSet;
import static java.util.Comparator.comparingInt;
import static java.util.stream.Collectors.partitioningBy;

import com.google.common.cache.Cache;
import com.google.common.cache.CacheBuilder;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.Sets;
import com.google.common.util.concurrent.UncheckedExecutionException;
import io.skipping.index.plan.Operands;
import io.skipping.index.predicate.Predicate;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.stream.IntStream;

/**
 * Evaluates predicates on opened summaries. A query asks about several conjunctions that share most of their conjuncts
 * (for example with and without a join's dynamic filter), and many clients ask about the same ones. The evaluation of a
 * conjunction therefore starts from the cached verdicts on a subset of its conjuncts.
 */
final class EvaluationInMemory implements Evaluation {
    /** Number of conjunctions whose verdicts are cached. Each takes one byte per range. */
    private static final int MOST_REMEMBERED = 16;

    /** Greatest depth of a predicate that is compared with others, because comparison recurses. */
    private static final int MAX_DEPTH = 100;

    private final List<OpenSegment> segments;
    private final Cache<Set<Conjunct>, List<Lazy<SegmentVerdicts>>> remembered =
            CacheBuilder.newBuilder().maximumSize(MOST_REMEMBERED).build();

    EvaluationInMemory(List<OpenSegment> segments) {
        this.segments = ImmutableList.copyOf(segments);
    }

    /** A predicate with its hash, which is computed only once because it visits the whole predicate. */
    private record Conjunct(Predicate predicate, int hash) {
        static Conjunct of(Predicate predicate) {
            return new Conjunct(predicate, predicate.hashCode());
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Conjunct that && hash == that.hash && predicate.equals(that.predicate);
        }

        @Override
        public int hashCode() {
            return hash;
        }
    }

    @Override
    public List<Lazy<SegmentVerdicts>> of(Predicate predicate) {
        Map<Boolean, List<Predicate>> byComparable = Operands.ofAnd(List.of(predicate)).stream()
                .collect(partitioningBy(conjunct -> isComparable(conjunct, 0)));
        Set<Conjunct> comparable =
                byComparable.get(true).stream().map(Conjunct::of).collect(toImmutableSet());
        List<Lazy<SegmentVerdicts>> verdicts = remember(comparable);
        List<Predicate> others = byComparable.get(false);
        return others.isEmpty() ? verdicts : and(verdicts, comparable, others);
    }

    /**
     * Returns whether another query could ask about an equal predicate. A test of the engine belongs to its query and
     * equals no other.
     */
    static boolean isComparable(Predicate predicate, int depth) {
        if (depth > MAX_DEPTH) {
            return false;
        }
        if (predicate instanceof Predicate.And and) {
            return isComparable(and.operands(), depth + 1);
        }
        if (predicate instanceof Predicate.Or or) {
            return isComparable(or.operands(), depth + 1);
        }
        return !(predicate instanceof Predicate.Passing);
    }

    private static boolean isComparable(List<Predicate> operands, int depth) {
        return operands.stream().allMatch(operand -> isComparable(operand, depth));
    }

    private List<Lazy<SegmentVerdicts>> remember(Set<Conjunct> conjuncts) {
        try {
            return remembered.get(conjuncts, () -> begin(conjuncts));
        } catch (ExecutionException | UncheckedExecutionException e) {
            throw new IllegalStateException("nothing that fails is done here", e);
        }
    }

    private List<Lazy<SegmentVerdicts>> begin(Set<Conjunct> conjuncts) {
        Optional<Map.Entry<Set<Conjunct>, List<Lazy<SegmentVerdicts>>>> part = remembered.asMap().entrySet().stream()
                .filter(entry -> !entry.getKey().isEmpty()
                        && entry.getKey().size() < conjuncts.size()
                        && conjuncts.containsAll(entry.getKey()))
                .max(comparingInt(entry -> entry.getKey().size()));
        return part.map(known ->
                        and(known.getValue(), known.getKey(), predicates(Sets.difference(conjuncts, known.getKey()))))
                .orElseGet(() -> segments.stream()
                        .map(segment -> new Lazy<>(() -> SegmentVerdicts.of(segment, predicates(conjuncts))))
                        .collect(toImmutableList()));
    }

    /**
     * Returns the verdicts on a conjunction of which a part was already evaluated.
     *
     * @param before the conjuncts that {@code verdicts} already cover
     */
    private List<Lazy<SegmentVerdicts>> and(
            List<Lazy<SegmentVerdicts>> verdicts, Set<Conjunct> before, Collection<Predicate> more) {
        Collection<Predicate> known = predicates(before);
        return IntStream.range(0, segments.size())
                .mapToObj(number -> new Lazy<>(() -> verdicts.get(number).get().and(segments.get(number), known, more)))
                .collect(toImmutableList());
    }

    private static Collection<Predicate> predicates(Set<Conjunct> conjuncts) {
        return conjuncts.stream().map(Conjunct::predicate).collect(toImmutableList());
    }

    @Override
    public long retainedBytes() {
        return remembered.asMap().values().stream()
                .flatMap(List::stream)
                .flatMap(verdicts -> verdicts.ifPresent().stream())
                .mapToLong(SegmentVerdicts::retainedBytes)
                .sum();
    }
}
