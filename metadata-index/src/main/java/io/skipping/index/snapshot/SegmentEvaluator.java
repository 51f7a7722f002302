// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.snapshot;

import static io.skipping.index.snapshot.RangeVerdicts.MAY;
import static io.skipping.index.snapshot.RangeVerdicts.MUST;

import com.google.common.collect.ImmutableList;
import io.skipping.index.IndexDefinition;
import io.skipping.index.IndexedColumn;
import io.skipping.index.predicate.InBoxes;
import io.skipping.index.predicate.Predicate;
import io.skipping.index.type.IndexType.Purpose;
import io.skipping.index.type.LeafVerdicts;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Evaluates one predicate over all ranges of one segment. Soundness is defined in {@code io.skipping.index.predicate}:
 * where nothing is known of a leaf, its ranges may match. Not thread-safe.
 */
final class SegmentEvaluator {
    /** Alternations of AND and OR; what is nested deeper is taken as unknown, to bound stack and memory. */
    private static final int MAX_DEPTH = 64;
    /** The reason of a predicate that no row can satisfy, whatever is summarised. */
    private static final String NEVER = "never";

    private final OpenSegment segment;
    private final List<String> reasons = new ArrayList<>();

    SegmentEvaluator(OpenSegment segment) {
        this.segment = segment;
    }

    /**
     * What came out.
     *
     * @param reasons of the verdicts, see {@link RangeVerdicts#reason}
     */
    record Result(RangeVerdicts verdicts, List<String> reasons) {
        Result {
            reasons = ImmutableList.copyOf(reasons);
        }
    }

    Result evaluate(Predicate predicate) {
        return new Result(evaluate(predicate, new boolean[segment.rangeCount()], 0), reasons);
    }

    /**
     * @param irrelevant ranges whose verdict is not looked at, so that no effort need be made
     * @return verdicts that the caller may change
     */
    private RangeVerdicts evaluate(Predicate predicate, boolean[] irrelevant, int depth) {
        if (depth > MAX_DEPTH) {
            return RangeVerdicts.all(segment.rangeCount(), MAY);
        }
        return switch (predicate) {
            case Predicate.And and -> evaluateAnd(and, irrelevant, depth);
            case Predicate.Or or -> evaluateOr(or, irrelevant, depth);
            case Predicate.Unknown _ -> RangeVerdicts.all(segment.rangeCount(), MAY);
            case Predicate.Leaf leaf -> evaluateLeaf(leaf, irrelevant);
        };
    }

    private RangeVerdicts evaluateAnd(Predicate.And and, boolean[] irrelevant, int depth) {
        List<Predicate> operands = flatten(and);
        if (operands.isEmpty()) {
            return RangeVerdicts.all(segment.rangeCount(), MUST);
        }
        RangeVerdicts result = evaluate(operands.getFirst(), irrelevant, depth + 1);
        boolean[] decided = operands.size() > 1 ? irrelevant.clone() : irrelevant;
        for (Predicate operand : operands.subList(1, operands.size())) {
            addExcluded(result, decided);
            result.and(evaluate(operand, decided, depth + 1));
        }
        for (InBoxes implied : InBoxes.impliedBy(operands, segment.usableDefinitions())) {
            addExcluded(result, decided);
            result.exclude(evaluateLeaf(implied, decided));
        }
        return result;
    }

    private static void addExcluded(RangeVerdicts verdicts, boolean[] decided) {
        for (int range = 0; range < decided.length; range++) {
            decided[range] |= verdicts.code(range) > 0;
        }
    }

    private RangeVerdicts evaluateOr(Predicate.Or or, boolean[] irrelevant, int depth) {
        List<Predicate> operands = flatten(or);
        if (operands.isEmpty()) {
            return RangeVerdicts.all(segment.rangeCount(), code(NEVER));
        }
        RangeVerdicts result = evaluate(operands.getFirst(), irrelevant, depth + 1);
        boolean[] decided = operands.size() > 1 ? irrelevant.clone() : irrelevant;
        for (Predicate operand : operands.subList(1, operands.size())) {
            for (int range = 0; range < decided.length; range++) {
                decided[range] |= result.code(range) == MUST;
            }
            result.or(evaluate(operand, decided, depth + 1));
        }
        return result;
    }

    private RangeVerdicts evaluateLeaf(Predicate.Leaf leaf, boolean[] irrelevant) {
        byte[] codes = new byte[segment.rangeCount()];
        if (!leaf.columns().isEmpty()) {
            for (IndexDefinition definition : segment.usableDefinitions(Purpose.VERDICTS)) {
                if (definition.columns().containsAll(leaf.columns())) {
                    segment.column(definition)
                            .evaluate(
                                    leaf,
                                    new LeafCodes(definition.columns(), codes, irrelevant, code(definition.type())));
                }
            }
        }
        return new RangeVerdicts(codes);
    }

    /** The operands, with those of nested conjunctions in their place: they would be levels for nothing. */
    private static List<Predicate> flatten(Predicate.And and) {
        List<Predicate> flat = new ArrayList<>();
        Deque<Predicate> rest = new ArrayDeque<>(and.operands());
        while (!rest.isEmpty()) {
            Predicate operand = rest.pop();
            if (operand instanceof Predicate.And nested) {
                nested.operands().reversed().forEach(rest::push);
            } else {
                flat.add(operand);
            }
        }
        return flat;
    }

    private static List<Predicate> flatten(Predicate.Or or) {
        List<Predicate> flat = new ArrayList<>();
        Deque<Predicate> rest = new ArrayDeque<>(or.operands());
        while (!rest.isEmpty()) {
            Predicate operand = rest.pop();
            if (operand instanceof Predicate.Or nested) {
                nested.operands().reversed().forEach(rest::push);
            } else {
                flat.add(operand);
            }
        }
        return flat;
    }

    private byte code(String reason) {
        int index = reasons.indexOf(reason);
        if (index < 0) {
            if (reasons.size() == Byte.MAX_VALUE) {
                // of so many kinds of indexes the last ones share a name
                return Byte.MAX_VALUE;
            }
            reasons.add(reason);
            index = reasons.size() - 1;
        }
        return (byte) (index + 1);
    }

    /** Takes what one index says of a leaf. What another index has said before stays. */
    private record LeafCodes(List<IndexedColumn> columns, byte[] codes, boolean[] irrelevant, byte reason)
            implements LeafVerdicts {
        @Override
        public int size() {
            return codes.length;
        }

        @Override
        public void cannotMatch(int range) {
            if (codes[range] == MAY) {
                codes[range] = reason;
            }
        }

        @Override
        public void mustMatch(int range) {
            if (codes[range] == MAY) {
                codes[range] = MUST;
            }
        }

        @Override
        public void cannotMatch(int from, int to) {
            decide(from, to, reason);
        }

        @Override
        public void mustMatch(int from, int to) {
            decide(from, to, MUST);
        }

        /** Without a branch, so that many are decided at once. */
        private void decide(int from, int to, byte code) {
            for (int range = from; range < to; range++) {
                codes[range] = codes[range] == MAY ? code : codes[range];
            }
        }

        @Override
        public boolean isDecided(int range) {
            return irrelevant[range] || codes[range] != MAY;
        }
    }
}
