// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.plan;

import static com.google.common.collect.ImmutableList.toImmutableList;
import static java.util.Comparator.comparingInt;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import io.skipping.index.IndexDefinition;
import io.skipping.index.predicate.InBoxes;
import io.skipping.index.predicate.Predicate;
import io.skipping.index.type.Matcher;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A predicate made ready for some ranges: each index has said what it can tell of each leaf, what none of them can tell of is
 * dropped, and the legs of an AND or OR are in order of what they cost. Immutable and thread-safe. Soundness is defined in
 * {@code io.skipping.index.predicate}: where nothing is known of a leaf, its ranges may match.
 */
public final class CompiledPredicate {
    /** Alternations of AND and OR; what is nested deeper is taken as unknown, to bound stack and memory. */
    private static final int MAX_DEPTH = 64;
    /** Ranges that are evaluated at a time: what is noted of them stays in a core's cache. */
    private static final int STRETCH = 1 << 16;

    private final Conjunction conjunction;

    private CompiledPredicate(Conjunction conjunction) {
        this.conjunction = conjunction;
    }

    /**
     * @param conjuncts that a row must satisfy, all of them
     * @param before conjuncts that were evaluated before, with which {@link #evaluate} begins
     * @throws RuntimeException if summaries cannot be opened
     */
    public static CompiledPredicate compile(
            Collection<Predicate> conjuncts, Collection<Predicate> before, Summaries summaries, Reasons reasons) {
        return new CompiledPredicate(
                new Compiler(summaries, reasons).conjunction(Operands.ofAnd(conjuncts), Operands.ofAnd(before), 0));
    }

    /** Evaluates it, on all cores, with nothing evaluated before. */
    public RangeVerdicts evaluate(int ranges) {
        return inStretches(ranges, (from, to) -> conjunction.evaluate(from, new boolean[to - from]));
    }

    /**
     * Evaluates it, on all cores, where what was evaluated before has left something.
     *
     * @param before verdicts on the conjuncts that were evaluated before, for each range; they stay as they are
     */
    public RangeVerdicts evaluate(RangeVerdicts before) {
        return inStretches(
                before.size(),
                (from, to) -> conjunction.evaluate(Optional.of(before.slice(from, to)), from, new boolean[to - from]));
    }

    private interface Stretch {
        RangeVerdicts evaluate(int from, int to);
    }

    private static RangeVerdicts inStretches(int ranges, Stretch stretch) {
        RangeVerdicts verdicts = RangeVerdicts.mayMatch(ranges);
        IntStream.range(0, (ranges + STRETCH - 1) / STRETCH).parallel().forEach(number -> {
            int from = number * STRETCH;
            stretch.evaluate(from, Math.min(ranges, from + STRETCH)).copyTo(verdicts, from);
        });
        return verdicts;
    }

    /** Part of a predicate. */
    private sealed interface Node {
        /**
         * @param from the first range
         * @param irrelevant ranges from there on whose verdict is not looked at, so that no effort need be made
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

    /** What indexes say of a leaf. */
    private record Leaf(List<Named> matchers) implements Node {
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
            return verdicts;
        }

        @Override
        public int nanosPerRange() {
            return cost(matchers.stream().map(Named::matcher).mapToInt(Matcher::nanosPerRange));
        }
    }

    /**
     * @param undecidable whether there are legs, too, that nothing is known of
     * @param implied what legs say together
     */
    private record Conjunction(List<Node> legs, boolean undecidable, List<Leaf> implied) implements Node {
        @Override
        public RangeVerdicts evaluate(int from, boolean[] irrelevant) {
            return evaluate(Optional.empty(), from, irrelevant);
        }

        /** @param before what is known before, if anything is; becomes the result */
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

    /** @param undecidable whether there are legs, too, that nothing is known of */
    private record Disjunction(List<Node> legs, boolean undecidable, byte never) implements Node {
        @Override
        public RangeVerdicts evaluate(int from, boolean[] irrelevant) {
            RangeVerdicts result = RangeVerdicts.all(irrelevant.length, never);
            boolean[] decided = irrelevant.clone();
            boolean first = true;
            for (Node leg : legs) {
                RangeVerdicts verdicts = leg.evaluate(from, decided);
                if (first) {
                    // with its own reasons
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

    /** Makes nodes; empty ones are those of which nothing can be told. */
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
            ImmutableSet<InBoxes> known = ImmutableSet.copyOf(InBoxes.impliedBy(before, summaries.decidable()));
            List<Leaf> implied = InBoxes.impliedBy(all, summaries.decidable()).stream()
                    .filter(boxes -> !known.contains(boxes))
                    .flatMap(boxes -> leaf(boxes).stream())
                    .collect(toImmutableList());
            return new Conjunction(byCost(legs), legs.stream().anyMatch(Optional::isEmpty), implied);
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

        /** Those of one cost stay in the order in which they are said. */
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
                if (definition.columns().containsAll(leaf.columns())) {
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
            return byCost.isEmpty() ? Optional.empty() : Optional.of(new Leaf(byCost));
        }
    }
}
