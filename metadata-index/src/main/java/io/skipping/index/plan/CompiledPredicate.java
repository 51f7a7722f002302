// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.plan;

import static com.google.common.collect.ImmutableList.toImmutableList;
import static java.util.Comparator.comparingInt;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import io.skipping.index.IndexDefinition;
import io.skipping.index.IndexedColumn;
import io.skipping.index.predicate.CommonSets;
import io.skipping.index.predicate.InBoxes;
import io.skipping.index.predicate.Predicate;
import io.skipping.index.type.Matcher;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Represents a predicate compiled for given ranges. Each index was asked what it can prove about each leaf, leaves that no index
 * can decide were dropped, and the legs of each AND and OR are ordered by cost. Immutable and thread-safe. Soundness is
 * defined in {@code io.skipping.index.predicate}: ranges may match a leaf about which nothing is known.
 */
public final class CompiledPredicate {
    /** Number of alternations of AND and OR. Anything nested deeper is unknown, which bounds stack and memory. */
    private static final int MAX_DEPTH = 64;
    /** Number of ranges that are evaluated together, such that their verdicts stay in a core's cache. */
    private static final int STRETCH = 1 << 16;

    private static final boolean[] NONE_IRRELEVANT = new boolean[STRETCH];
    /** Bounds the estimated time of what one core evaluates: to wake up others takes a tenth of a millisecond, and estimates are high. */
    private static final long LEAST_PARALLEL_NANOS = 4_000_000;

    private final Conjunction conjunction;

    private CompiledPredicate(Conjunction conjunction) {
        this.conjunction = conjunction;
    }

    /**
     * Compiles a conjunction.
     *
     * @param conjuncts to be compiled; a row must satisfy all of them
     * @param before conjuncts that were already evaluated, whose verdicts are passed to
     *     {@link #evaluate(RangeVerdicts)}
     * @param reasons numbers of the reasons in the verdicts
     * @throws RuntimeException if summaries cannot be opened
     */
    public static CompiledPredicate compile(
            Collection<Predicate> conjuncts, Collection<Predicate> before, Summaries summaries, Reasons reasons) {
        return new CompiledPredicate(
                new Compiler(summaries, reasons).conjunction(Operands.ofAnd(conjuncts), Operands.ofAnd(before), 0));
    }

    /**
     * Evaluates the predicate, on all cores if that pays, without earlier verdicts.
     *
     * @param ranges number of ranges
     */
    public RangeVerdicts evaluate(int ranges) {
        return inStretches(ranges, (from, to) -> conjunction.evaluate(from, noneIrrelevant(to - from)));
    }

    /**
     * Evaluates the predicate, on all cores if that pays, where earlier verdicts leave something open.
     *
     * @param before verdicts on the conjuncts that were already evaluated, for each range; not changed
     */
    public RangeVerdicts evaluate(RangeVerdicts before) {
        return inStretches(
                before.size(),
                (from, to) ->
                        conjunction.evaluate(Optional.of(before.slice(from, to)), from, noneIrrelevant(to - from)));
    }

    /** Returns an array that marks no range as irrelevant. Callers must not modify it. */
    private static boolean[] noneIrrelevant(int ranges) {
        return ranges == STRETCH ? NONE_IRRELEVANT : new boolean[ranges];
    }

    private interface Stretch {
        RangeVerdicts evaluate(int from, int to);
    }

    private RangeVerdicts inStretches(int ranges, Stretch stretch) {
        RangeVerdicts verdicts = RangeVerdicts.mayMatch(ranges);
        IntStream numbers = IntStream.range(0, (ranges + STRETCH - 1) / STRETCH);
        boolean takesLong = (long) ranges * conjunction.nanosPerRange() >= LEAST_PARALLEL_NANOS;
        (takesLong ? numbers.parallel() : numbers).forEach(number -> {
            int from = number * STRETCH;
            stretch.evaluate(from, Math.min(ranges, from + STRETCH)).copyTo(verdicts, from);
        });
        return verdicts;
    }

    /** A part of a predicate. */
    private sealed interface Node {
        /**
         * Evaluates the part on {@code irrelevant.length} ranges.
         *
         * @param from the first range
         * @param irrelevant for each range from there on, whether its verdict will be ignored, so that it need not be
         *     evaluated; not changed
         * @return verdicts that the caller may change
         */
        RangeVerdicts evaluate(int from, boolean[] irrelevant);

        int nanosPerRange();
    }

    private record Constant(byte code) implements Node {
        @Override
        public RangeVerdicts evaluate(int from, boolean[] irrelevant) {
            return RangeVerdicts.all(irrelevant.length, code);
        }

        @Override
        public int nanosPerRange() {
            return 0;
        }
    }

    /**
     * A leaf with the matchers of the indexes that can decide it.
     *
     * @param ofElements whether it is on elements of arrays or maps: summaries of elements do not know rows that have none
     */
    private record Leaf(List<Named> matchers, boolean ofElements) implements Node {
        private record Named(Matcher matcher, byte reason) {}

        @Override
        public RangeVerdicts evaluate(int from, boolean[] irrelevant) {
            RangeVerdicts verdicts = RangeVerdicts.mayMatch(irrelevant.length);
            for (Named named : matchers) {
                named.matcher()
                        .match(
                                from,
                                from + irrelevant.length,
                                new LeafVerdicts(verdicts.codes(), irrelevant, named.reason(), from));
            }
            if (ofElements) {
                verdicts.proveNothing();
            }
            return verdicts;
        }

        @Override
        public int nanosPerRange() {
            return cost(matchers.stream().map(Named::matcher).mapToInt(Matcher::nanosPerRange));
        }
    }

    /**
     * A conjunction.
     *
     * @param undecidable whether there are further legs about which nothing is known
     * @param implied leaves that follow from several legs together
     */
    private record Conjunction(List<Node> legs, boolean undecidable, List<Leaf> implied) implements Node {
        @Override
        public RangeVerdicts evaluate(int from, boolean[] irrelevant) {
            return evaluate(Optional.empty(), from, irrelevant);
        }

        /**
         * Evaluates the conjunction, starting from earlier verdicts.
         *
         * @param before earlier verdicts, if any; they are changed and returned
         */
        RangeVerdicts evaluate(Optional<RangeVerdicts> before, int from, boolean[] irrelevant) {
            // most conjunctions have one leg, whose verdicts are the result
            boolean first = before.isEmpty() && !legs.isEmpty();
            RangeVerdicts result = first
                    ? legs.get(0).evaluate(from, irrelevant)
                    : before.orElseGet(() -> RangeVerdicts.all(irrelevant.length, RangeVerdicts.MUST));
            List<Node> others = first ? legs.subList(1, legs.size()) : legs;
            boolean[] decided = others.isEmpty() && implied.isEmpty() ? irrelevant : irrelevant.clone();
            for (Node leg : others) {
                if (isAllExcluded(result, decided)) {
                    return result;
                }
                result.and(leg.evaluate(from, decided));
            }
            if (undecidable) {
                result.proveNothing();
            }
            for (Leaf leaf : implied) {
                if (isAllExcluded(result, decided)) {
                    return result;
                }
                result.exclude(leaf.evaluate(from, decided));
            }
            return result;
        }

        private static boolean isAllExcluded(RangeVerdicts verdicts, boolean[] decided) {
            boolean all = true;
            for (int range = 0; range < decided.length; range++) {
                decided[range] |= verdicts.reason(range) > 0;
                all &= decided[range];
            }
            return all;
        }

        @Override
        public int nanosPerRange() {
            return cost(Stream.concat(legs.stream(), implied.stream()).mapToInt(Node::nanosPerRange));
        }
    }

    /**
     * A disjunction.
     *
     * @param undecidable whether there are further legs about which nothing is known
     * @param never reason of a disjunction without legs
     */
    private record Disjunction(List<Node> legs, boolean undecidable, byte never) implements Node {
        @Override
        public RangeVerdicts evaluate(int from, boolean[] irrelevant) {
            RangeVerdicts result = RangeVerdicts.all(irrelevant.length, never);
            boolean[] decided = irrelevant.clone();
            boolean first = true;
            for (Node leg : legs) {
                RangeVerdicts verdicts = leg.evaluate(from, decided);
                if (first) {
                    // keeps the leg's own reasons
                    result = verdicts;
                    first = false;
                } else {
                    result.or(verdicts);
                }
                for (int range = 0; range < decided.length; range++) {
                    decided[range] |= result.reason(range) == RangeVerdicts.MUST;
                }
            }
            if (undecidable) {
                result.excludeNothing();
            }
            return result;
        }

        @Override
        public int nanosPerRange() {
            return cost(legs.stream().mapToInt(Node::nanosPerRange));
        }
    }

    private static int cost(IntStream costs) {
        return (int) Math.min(Integer.MAX_VALUE, costs.asLongStream().sum());
    }

    /** Compiles predicates to nodes; returns empty for a predicate that no index can decide. */
    private record Compiler(Summaries summaries, Reasons reasons) {
        Optional<Node> compile(Predicate predicate, int depth) {
            if (depth > MAX_DEPTH) {
                return Optional.empty();
            }
            if (predicate instanceof Predicate.And and) {
                Conjunction conjunction = conjunction(Operands.ofAnd(and.operands()), List.of(), depth);
                return conjunction.legs().isEmpty() && conjunction.implied().isEmpty() && conjunction.undecidable()
                        ? Optional.empty()
                        : Optional.of(conjunction);
            }
            if (predicate instanceof Predicate.Or or) {
                return disjunction(Operands.ofOr(or.operands()), depth);
            }
            if (predicate instanceof Predicate.Leaf leaf) {
                return leaf(leaf).map(Node.class::cast);
            }
            // unknown
            return Optional.empty();
        }

        Conjunction conjunction(List<Predicate> conjuncts, List<Predicate> before, int depth) {
            List<Optional<Node>> legs = legs(conjuncts, depth);
            List<Predicate> all =
                    Stream.concat(before.stream(), conjuncts.stream()).toList();
            ImmutableSet<Predicate.Leaf> known = ImmutableSet.copyOf(together(before));
            List<Leaf> implied = together(all).stream()
                    .filter(condition -> !known.contains(condition))
                    .flatMap(condition -> leaf(condition).stream())
                    .collect(toImmutableList());
            return new Conjunction(byCost(legs), legs.stream().anyMatch(Optional::isEmpty), implied);
        }

        /** Returns conditions that follow from several conjuncts together. */
        private List<Predicate.Leaf> together(List<Predicate> conjuncts) {
            return ImmutableList.<Predicate.Leaf>builder()
                    .addAll(InBoxes.impliedBy(conjuncts, summaries.decidable()))
                    .addAll(CommonSets.impliedBy(conjuncts))
                    .build();
        }

        private Optional<Node> disjunction(List<Predicate> operands, int depth) {
            if (operands.isEmpty()) {
                return Optional.of(new Constant(reasons.never()));
            }
            List<Optional<Node>> legs = legs(operands, depth);
            List<Node> decidable = byCost(legs);
            return decidable.isEmpty()
                    ? Optional.empty()
                    : Optional.of(
                            new Disjunction(decidable, legs.stream().anyMatch(Optional::isEmpty), reasons.never()));
        }

        private List<Optional<Node>> legs(List<Predicate> operands, int depth) {
            return operands.stream().map(operand -> compile(operand, depth + 1)).toList();
        }

        /** Orders the legs by cost. Legs of equal cost keep their order. */
        private static List<Node> byCost(List<Optional<Node>> legs) {
            return legs.stream()
                    .flatMap(Optional::stream)
                    .sorted(comparingInt(Node::nanosPerRange))
                    .collect(toImmutableList());
        }

        private Optional<Leaf> leaf(Predicate.Leaf leaf) {
            if (leaf.columns().isEmpty()) {
                return Optional.empty();
            }
            ImmutableList.Builder<Leaf.Named> matchers = ImmutableList.builder();
            for (IndexDefinition definition : summaries.decidable()) {
                if (definition.columns().containsAll(leaf.columns()) && summaries.mayDecide(definition, leaf)) {
                    summaries
                            .reader(definition)
                            .compile(definition.columns(), leaf)
                            .map(matcher -> new Leaf.Named(matcher, reasons.number(definition.type())))
                            .ifPresent(matchers::add);
                }
            }
            List<Leaf.Named> byCost = matchers.build().stream()
                    .sorted(comparingInt(named -> named.matcher().nanosPerRange()))
                    .collect(toImmutableList());
            return byCost.isEmpty()
                    ? Optional.empty()
                    : Optional.of(new Leaf(byCost, leaf.columns().stream().anyMatch(IndexedColumn::ofElements)));
        }
    }
}
