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
 * Evaluates predicates on opened summaries. A query asks for several conjunctions that have most of their conjuncts in common (with and
 * without what a join's other side says, say), and many clients ask the same: what is known of some conjuncts is where the
 * evaluation of these and others begins.
 */
final class EvaluationInMemory implements Evaluation {
    /** Conjunctions whose verdicts are remembered: a byte for each range, each. */
    private static final int MOST_REMEMBERED = 16;

    /** Of predicates that are compared, which recurses. */
    private static final int MAX_DEPTH = 100;

    private final List<OpenSegment> segments;
    private final Cache<Set<Conjunct>, List<Lazy<SegmentVerdicts>>> remembered =
            CacheBuilder.newBuilder().maximumSize(MOST_REMEMBERED).build();

    EvaluationInMemory(List<OpenSegment> segments) {
        this.segments = ImmutableList.copyOf(segments);
    }

    /** A predicate whose hash, which looks at all of it, is computed once. */
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
     * Whether another query could ask for the same, and could be recognised by it. A test of the engine holds the query that it is of, and
     * equals nothing.
     */
    private static boolean isComparable(Predicate predicate, int depth) {
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

    /** @param before the conjuncts that the verdicts are on */
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
