// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.snapshot;

import static com.google.common.collect.ImmutableList.toImmutableList;
import static io.skipping.index.snapshot.RangeVerdicts.MAY;
import static io.skipping.index.snapshot.RangeVerdicts.MUST;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.Streams;
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
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Evaluates one predicate over the ranges of one segment, a stretch of them at a time: what is noted of a stretch stays in
 * a core's cache, and stretches are evaluated side by side. Soundness is defined in {@code io.skipping.index.predicate}:
 * where nothing is known of a leaf, its ranges may match.
 */
final class SegmentEvaluator {
    /** Alternations of AND and OR; what is nested deeper is taken as unknown, to bound stack and memory. */
    private static final int MAX_DEPTH = 64;
    /** The reason of a predicate that no row can satisfy, whatever is summarised. */
    private static final String NEVER = "never";
    /** Ranges of a stretch. */
    private static final int STRETCH = 1 << 16;

    private final OpenSegment segment;
    private final List<String> reasons;
    private final int from;
    private final int to;

    private SegmentEvaluator(OpenSegment segment, List<String> reasons, int from, int to) {
        this.segment = segment;
        this.reasons = reasons;
        this.from = from;
        this.to = to;
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

    static Result evaluate(OpenSegment segment, Predicate predicate) {
        // of so many kinds of indexes the last ones share a name
        List<String> reasons = Stream.concat(
                        Stream.of(NEVER),
                        Streams.stream(segment.usableDefinitions(Purpose.VERDICTS))
                                .map(IndexDefinition::type))
                .distinct()
                .limit(Byte.MAX_VALUE)
                .collect(toImmutableList());
        byte[] codes = new byte[segment.rangeCount()];
        IntConsumer evaluate = stretch -> {
            int from = stretch * STRETCH;
            int to = Math.min(codes.length, from + STRETCH);
            new SegmentEvaluator(segment, reasons, from, to)
                    .evaluate(predicate, new boolean[to - from], 0)
                    .copyTo(codes, from);
        };
        // this one opens the summaries, if they are not yet, so that the others need nothing but a core
        evaluate.accept(0);
        IntStream.range(1, Math.ceilDiv(codes.length, STRETCH)).parallel().forEach(evaluate);
        return new Result(new RangeVerdicts(codes), reasons);
    }

    /**
     * @param irrelevant ranges whose verdict is not looked at, so that no effort need be made
     * @return verdicts that the caller may change
     */
    private RangeVerdicts evaluate(Predicate predicate, boolean[] irrelevant, int depth) {
        if (depth > MAX_DEPTH) {
            return RangeVerdicts.all(to - from, MAY);
        }
        return switch (predicate) {
            case Predicate.And and -> evaluateAnd(and, irrelevant, depth);
            case Predicate.Or or -> evaluateOr(or, irrelevant, depth);
            case Predicate.Unknown _ -> RangeVerdicts.all(to - from, MAY);
            case Predicate.Leaf leaf -> evaluateLeaf(leaf, irrelevant);
        };
    }

    private RangeVerdicts evaluateAnd(Predicate.And and, boolean[] irrelevant, int depth) {
        List<Predicate> operands = flatten(and);
        if (operands.isEmpty()) {
            return RangeVerdicts.all(to - from, MUST);
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
            return RangeVerdicts.all(to - from, code(NEVER));
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
        byte[] codes = new byte[to - from];
        if (!leaf.columns().isEmpty()) {
            for (IndexDefinition definition : segment.usableDefinitions(Purpose.VERDICTS)) {
                if (definition.columns().containsAll(leaf.columns())) {
                    segment.column(definition)
                            .evaluate(
                                    leaf,
                                    new LeafCodes(
                                            definition.columns(), codes, irrelevant, code(definition.type()), from));
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
        return index < 0 ? Byte.MAX_VALUE : (byte) (index + 1);
    }

    /**
     * Takes what one index says of a leaf. What another index has said before stays.
     *
     * @param codes of the ranges from {@code from}
     */
    private record LeafCodes(List<IndexedColumn> columns, byte[] codes, boolean[] irrelevant, byte reason, int from)
            implements LeafVerdicts {
        @Override
        public int to() {
            return from + codes.length;
        }

        @Override
        public void cannotMatch(int range) {
            decide(range, reason);
        }

        @Override
        public void mustMatch(int range) {
            decide(range, MUST);
        }

        private void decide(int range, byte code) {
            if (codes[range - from] == MAY) {
                codes[range - from] = code;
            }
        }

        @Override
        public void cannotMatch(int first, int end) {
            decide(first, end, reason);
        }

        @Override
        public void mustMatch(int first, int end) {
            decide(first, end, MUST);
        }

        /** Without a branch, so that many are decided at once. */
        private void decide(int first, int end, byte code) {
            for (int index = first - from; index < end - from; index++) {
                codes[index] = codes[index] == MAY ? code : codes[index];
            }
        }

        @Override
        public boolean isDecided(int range) {
            return irrelevant[range - from] || codes[range - from] != MAY;
        }
    }
}
