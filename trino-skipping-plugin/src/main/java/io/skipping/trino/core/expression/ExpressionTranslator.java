// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.expression;

import static com.google.common.collect.ImmutableList.toImmutableList;
import static com.google.common.collect.ImmutableSet.toImmutableSet;
import static io.skipping.trino.core.GlobalFunctions.isGlobal;
import static io.trino.spi.expression.StandardFunctions.AND_FUNCTION_NAME;
import static io.trino.spi.expression.StandardFunctions.ARRAY_CONSTRUCTOR_FUNCTION_NAME;
import static io.trino.spi.expression.StandardFunctions.EQUAL_OPERATOR_FUNCTION_NAME;
import static io.trino.spi.expression.StandardFunctions.GREATER_THAN_OPERATOR_FUNCTION_NAME;
import static io.trino.spi.expression.StandardFunctions.GREATER_THAN_OR_EQUAL_OPERATOR_FUNCTION_NAME;
import static io.trino.spi.expression.StandardFunctions.IDENTICAL_OPERATOR_FUNCTION_NAME;
import static io.trino.spi.expression.StandardFunctions.IN_PREDICATE_FUNCTION_NAME;
import static io.trino.spi.expression.StandardFunctions.IS_NULL_FUNCTION_NAME;
import static io.trino.spi.expression.StandardFunctions.LESS_THAN_OPERATOR_FUNCTION_NAME;
import static io.trino.spi.expression.StandardFunctions.LESS_THAN_OR_EQUAL_OPERATOR_FUNCTION_NAME;
import static io.trino.spi.expression.StandardFunctions.NOT_EQUAL_OPERATOR_FUNCTION_NAME;
import static io.trino.spi.expression.StandardFunctions.NOT_FUNCTION_NAME;
import static io.trino.spi.expression.StandardFunctions.NULLIF_FUNCTION_NAME;
import static io.trino.spi.expression.StandardFunctions.OR_FUNCTION_NAME;
import static io.trino.spi.type.BooleanType.BOOLEAN;
import static io.trino.spi.type.DateType.DATE;
import static io.trino.spi.type.DoubleType.DOUBLE;
import static io.trino.spi.type.RealType.REAL;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import com.google.common.collect.Lists;
import io.airlift.log.Logger;
import io.skipping.index.IndexedColumn;
import io.skipping.index.predicate.CommonSets;
import io.skipping.index.predicate.Predicate;
import io.skipping.index.value.KeySet;
import io.skipping.trino.core.geo.GeoTranslator;
import io.skipping.trino.core.monotone.Inversions;
import io.skipping.trino.core.path.ColumnHandles;
import io.skipping.trino.core.path.ExpressionPaths;
import io.skipping.trino.core.path.TimestampTexts;
import io.skipping.trino.core.text.PrefixConditions;
import io.skipping.trino.core.text.TextInversions;
import io.skipping.trino.core.text.TextTranslator;
import io.skipping.trino.core.value.TrinoKeys;
import io.skipping.trino.core.value.TrinoTypes;
import io.trino.plugin.base.expression.ConnectorExpressions;
import io.trino.spi.connector.ColumnHandle;
import io.trino.spi.expression.Call;
import io.trino.spi.expression.ConnectorExpression;
import io.trino.spi.expression.Constant;
import io.trino.spi.expression.FieldDereference;
import io.trino.spi.expression.FunctionName;
import io.trino.spi.expression.Variable;
import io.trino.spi.predicate.Range;
import io.trino.spi.predicate.SortedRangeSet;
import io.trino.spi.predicate.ValueSet;
import io.trino.spi.type.ArrayType;
import io.trino.spi.type.TimeZoneKey;
import io.trino.spi.type.TimestampWithTimeZoneType;
import io.trino.spi.type.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Translates conditions that the engine cannot express as domains of single columns, such as {@code a = 1 OR b = 2},
 * into index predicates. NOT is pushed down to the leaves here. A condition that cannot be translated becomes {@link
 * Predicate#UNKNOWN}.
 */
public final class ExpressionTranslator {
    private static final Logger log = Logger.get(ExpressionTranslator.class);

    /** The name of BETWEEN in the SPI of releases later than 476. */
    static final FunctionName BETWEEN = new FunctionName("$between");

    private static final FunctionName CONTAINS = new FunctionName("contains");

    private static final Set<FunctionName> COMPARISONS = ImmutableSet.of(
            EQUAL_OPERATOR_FUNCTION_NAME,
            NOT_EQUAL_OPERATOR_FUNCTION_NAME,
            LESS_THAN_OPERATOR_FUNCTION_NAME,
            LESS_THAN_OR_EQUAL_OPERATOR_FUNCTION_NAME,
            GREATER_THAN_OPERATOR_FUNCTION_NAME,
            GREATER_THAN_OR_EQUAL_OPERATOR_FUNCTION_NAME);

    private final ExpressionPaths paths;
    private final CastFailures failures;
    private final Inversions inversions;
    /** whether variables stand for elements of arrays, of which indexes do not know which are NULL */
    private final boolean ofElements;

    public ExpressionTranslator(Map<String, ColumnHandle> assignments, ColumnHandles columns) {
        this(assignments, columns, Optional.empty());
    }

    /**
     * Creates a translator for one scan.
     *
     * @param sessionZone the time zone of the session, which timestamps without one are in; if it is not known, fewer
     *     ranges are skipped
     */
    public ExpressionTranslator(
            Map<String, ColumnHandle> assignments, ColumnHandles columns, Optional<TimeZoneKey> sessionZone) {
        this(new ExpressionPaths(assignments, columns), new Inversions(sessionZone), false);
    }

    private ExpressionTranslator(ExpressionPaths paths, Inversions inversions, boolean ofElements) {
        this.paths = paths;
        this.failures = new CastFailures(paths);
        this.inversions = inversions;
        this.ofElements = ofElements;
    }

    /**
     * Returns a predicate that holds for every row for which {@code expression} is TRUE, and for every row for which a
     * CAST in it fails. Whatever is unexpected in an expression skips nothing, so that no query fails that needs no index.
     */
    public Predicate translate(ConnectorExpression expression) {
        try {
            return translate(expression, false).rows();
        } catch (RuntimeException | StackOverflowError e) {
            log.warn(e, "A condition skips nothing, because this connector fails to translate it: %s", expression);
            return Predicate.UNKNOWN;
        }
    }

    /**
     * Translates an expression.
     *
     * @param negated whether the translation is for the rows for which the expression is FALSE
     */
    private Demand translate(ConnectorExpression expression, boolean negated) {
        if (expression.equals(Constant.TRUE)) {
            return Demand.of(negated ? Predicate.NEVER : Predicate.ALWAYS);
        }
        if (expression.equals(Constant.FALSE)) {
            return Demand.of(negated ? Predicate.ALWAYS : Predicate.NEVER);
        }
        if (expression instanceof Constant constant && constant.getValue() == null) {
            return Demand.of(Predicate.NEVER);
        }
        if (!(expression instanceof Call call)) {
            return Demand.of(Predicate.UNKNOWN);
        }
        Optional<CoalesceBranches> branches = CoalesceBranches.of(call);
        if (branches.isPresent()) {
            return translate(branches.get(), negated);
        }
        FunctionName name = call.getFunctionName();
        if (name.equals(AND_FUNCTION_NAME) || name.equals(OR_FUNCTION_NAME)) {
            List<Demand> operands = call.getArguments().stream()
                    .map(argument -> translate(argument, negated))
                    .collect(toImmutableList());
            return name.equals(AND_FUNCTION_NAME) == negated ? Demand.or(operands) : Demand.and(operands);
        }
        if (name.equals(NOT_FUNCTION_NAME)) {
            return translate(call.getArguments().getFirst(), !negated);
        }
        if (name.equals(BETWEEN)) {
            return translate(bounds(call), negated);
        }
        if (name.equals(IDENTICAL_OPERATOR_FUNCTION_NAME) && call.getArguments().get(1) instanceof Constant constant) {
            return identical(call.getArguments().getFirst(), constant, negated);
        }
        Optional<Demand> ofHidden = ofHidden(call, negated);
        if (ofHidden.isPresent()) {
            return ofHidden.get();
        }
        Predicate rows = name.equals(IS_NULL_FUNCTION_NAME)
                ? isNull(call.getArguments().getFirst(), negated)
                : ofLeaf(call, negated);
        // a predicate without columns prunes nothing, so cast failures need not be added
        return rows.columns().isEmpty() ? Demand.of(rows) : Demand.of(rows, failures.of(call));
    }

    /** Returns {@code value >= low AND value <= high}, which is all that Trino 476 shows of {@code BETWEEN}. */
    private static Call bounds(Call between) {
        ConnectorExpression value = between.getArguments().get(0);
        return new Call(
                BOOLEAN,
                AND_FUNCTION_NAME,
                List.of(
                        new Call(
                                BOOLEAN,
                                GREATER_THAN_OR_EQUAL_OPERATOR_FUNCTION_NAME,
                                List.of(value, between.getArguments().get(1))),
                        new Call(
                                BOOLEAN,
                                LESS_THAN_OR_EQUAL_OPERATOR_FUNCTION_NAME,
                                List.of(value, between.getArguments().get(2)))));
    }

    /**
     * Translates {@code operand IS NOT DISTINCT FROM constant}, which is never NULL. The engine makes of {@code IF(condition,
     * 'a', 'b') = 'a'} that the condition is not distinct from TRUE.
     */
    private Demand identical(ConnectorExpression operand, Constant constant, boolean negated) {
        if (constant.getValue() == null) {
            return translate(new Call(BOOLEAN, IS_NULL_FUNCTION_NAME, List.of(operand)), negated);
        }
        if (isFloatingPoint(constant.getType())
                || ConstantValues.mayHaveNull(constant.getType(), constant.getValue())) {
            // fields that are NULL on both sides are not distinct, and not equal
            return Demand.of(Predicate.UNKNOWN);
        }
        if (!negated) {
            return constant.getType() == BOOLEAN
                    ? translate(operand, Boolean.FALSE.equals(constant.getValue()))
                    : translate(new Call(BOOLEAN, EQUAL_OPERATOR_FUNCTION_NAME, List.of(operand, constant)), false);
        }
        return constant.equals(Constant.TRUE) && SafeConditions.isSafe(operand)
                ? isNotTrue(operand)
                : Demand.of(Predicate.UNKNOWN);
    }

    /** Translates a condition with a call of {@link HiddenCalls}; empty if there is none. */
    private Optional<Demand> ofHidden(Call call, boolean negated) {
        if (call.getFunctionName().equals(HiddenCalls.ANY_MATCH)) {
            return Optional.of(Demand.of(negated ? Predicate.UNKNOWN : anyMatch(call)));
        }
        Optional<Call> tried = HiddenParts.first(call, HiddenCalls.TRY);
        if (tried.isPresent()) {
            return Optional.of(TriedCondition.of(call, tried.get())
                    .map(condition -> translate(condition, negated))
                    .orElseGet(() -> Demand.of(Predicate.UNKNOWN)));
        }
        if (CaseBranches.areTooMany(call)) {
            return Optional.of(Demand.of(Predicate.UNKNOWN));
        }
        return CaseBranches.of(call)
                .map(branches -> branches(branches, negated))
                .or(() -> RowConditions.of(call, negated).map(fields -> rows(fields, negated)));
    }

    /** @param fields what {@link RowConditions} has made of a condition on rows: of IN, not more than what follows from it */
    private Demand rows(ConnectorExpression fields, boolean negated) {
        if (!SafeConditions.failsByCastsOnly(
                fields, cast -> paths.castFailure(cast).isPresent())) {
            // the engine makes the whole row first, so a field that fails must not be skipped because of another one
            return Demand.of(Predicate.UNKNOWN);
        }
        Set<Predicate> casts = failures.of(fields);
        Demand ofFields = translate(fields, negated);
        Demand ofRows = casts.isEmpty() ? ofFields : Demand.of(ofFields.ifAllCast(), casts);
        return negated ? ofRows : Demand.and(List.of(ofRows, Demand.of(Predicate.UNKNOWN)));
    }

    private Demand branches(List<CaseBranches> branches, boolean negated) {
        return branches.getLast().before().stream().allMatch(SafeConditions::isSafe)
                ? Demand.or(branches.stream()
                        .map(branch -> Demand.and(ImmutableList.<Demand>builder()
                                .addAll(Lists.transform(branch.before(), this::isNotTrue))
                                .addAll(branch.condition().stream()
                                        .map(condition -> translate(condition, false))
                                        .toList())
                                .add(translate(branch.result(), negated))
                                .build()))
                        .toList())
                : Demand.of(Predicate.UNKNOWN);
    }

    /**
     * Translates the rows for which a {@linkplain SafeConditions safe} condition is FALSE or NULL. It is NULL only if a column is,
     * but need not be then: {@code a = 1 OR b = 2} is TRUE where b is 2, though a is NULL.
     */
    private Demand isNotTrue(ConnectorExpression condition) {
        List<Predicate> nulls = ConnectorExpressions.extractVariables(condition).stream()
                .distinct()
                .<Predicate>map(variable -> paths.column(variable)
                        .filter(_ -> !ofElements)
                        .<Predicate>map(Predicate.IsNull::new)
                        .orElse(Predicate.UNKNOWN))
                .toList();
        return Demand.or(List.of(translate(condition, true), Demand.of(necessary(Predicate.or(nulls)))));
    }

    private Demand translate(TriedCondition condition, boolean negated) {
        if (condition.nullsAreFailures()) {
            return translate(condition.ofValue(), negated);
        }
        Demand ofNull = translate(condition.ofNull(), negated);
        if (!ofNull.rows().equals(Predicate.NEVER)) {
            return Demand.of(Predicate.UNKNOWN);
        }
        Demand ofValue = translate(condition.ofValue(), negated);
        return failures.of(condition.ofNull()).isEmpty() ? Demand.of(ofValue.ifAllCast()) : ofValue;
    }

    /** Translates a condition that an element must satisfy. */
    private Predicate anyMatch(Call call) {
        ConnectorExpression condition = call.getArguments().get(2);
        return paths.ofElements(call.getArguments().getFirst(), (Variable)
                        call.getArguments().get(1))
                .map(elements -> new ExpressionTranslator(elements, inversions, true).translate(condition))
                .map(ofElement ->
                        necessary(isOnOtherElements(condition) ? ofElement : CommonSets.ofOneElement(ofElement)))
                .orElse(Predicate.UNKNOWN);
    }

    /** Returns whether a condition on an element is also one on arrays, whose elements may be those of the same column. */
    private static boolean isOnOtherElements(ConnectorExpression condition) {
        return ConnectorExpressions.extractVariables(condition).stream()
                .anyMatch(variable -> !variable.getType().getTypeParameters().isEmpty());
    }

    private Demand translate(CoalesceBranches branches, boolean negated) {
        return Demand.or(List.of(
                Demand.and(List.of(translate(branches.firstIsNull(), true), translate(branches.ofFirst(), negated))),
                Demand.and(
                        List.of(translate(branches.firstIsNull(), false), translate(branches.ofOthers(), negated)))));
    }

    /**
     * Holds predicates for the rows that must be read.
     *
     * @param rows holds for rows for which the condition is TRUE or a CAST in it fails
     * @param ifAllCast holds for rows for which the condition is TRUE
     * @param failures each holds for the rows for which one CAST fails
     */
    private record Demand(Predicate rows, Predicate ifAllCast, Set<Predicate> failures) {
        static Demand of(Predicate rows) {
            return new Demand(rows, rows, ImmutableSet.of());
        }

        static Demand of(Predicate ifAllCast, Set<Predicate> failures) {
            return new Demand(orFails(ifAllCast, failures), ifAllCast, failures);
        }

        static Demand or(List<Demand> operands) {
            return new Demand(
                    Predicate.or(Lists.transform(operands, Demand::rows)),
                    Predicate.or(Lists.transform(operands, Demand::ifAllCast)),
                    failures(operands));
        }

        static Demand and(List<Demand> operands) {
            Predicate rows = Predicate.and(Lists.transform(operands, Demand::rows));
            Predicate ifAllCast = Predicate.and(Lists.transform(operands, Demand::ifAllCast));
            Set<Predicate> failures = failures(operands);
            // conditions on casts of several columns can be evaluated together only if no cast failures stand between
            // them
            boolean together = operands.stream()
                            .filter(operand -> !operand.failures.isEmpty())
                            .count()
                    > 1;
            return new Demand(
                    together ? Predicate.and(List.of(rows, orFails(ifAllCast, failures))) : rows, ifAllCast, failures);
        }

        private static Predicate orFails(Predicate ifAllCast, Set<Predicate> failures) {
            return Predicate.or(ImmutableList.<Predicate>builder()
                    .add(ifAllCast)
                    .addAll(failures)
                    .build());
        }

        private static Set<Predicate> failures(List<Demand> operands) {
            return operands.stream()
                    .flatMap(operand -> operand.failures.stream())
                    .collect(toImmutableSet());
        }
    }

    private Predicate isNull(ConnectorExpression operand, boolean negated) {
        if (operand instanceof Constant constant) {
            return (constant.getValue() == null) == negated ? Predicate.NEVER : Predicate.ALWAYS;
        }
        if (negated) {
            return ofColumns(operand, ValueSet.all(operand.getType()));
        }
        if (ofElements) {
            return Predicate.UNKNOWN;
        }
        List<Predicate> known = new ArrayList<>();
        paths.column(operand).map(Predicate.IsNull::new).ifPresent(known::add);
        if (operand.getType() == DATE) {
            // for a text with a time of day, the date is NULL but the timestamp is not
            paths.castText(operand)
                    .flatMap(text -> paths.uncast(operand)
                            .map(uncast -> Predicate.or(List.of(
                                    new Predicate.IsNull(text),
                                    new Predicate.InSet(uncast, KeySet.all(uncast.type()))))))
                    .ifPresent(known::add);
        } else {
            paths.timestamps(operand).map(Predicate.IsNull::new).ifPresent(known::add);
        }
        if (known.isEmpty()) {
            return Predicate.UNKNOWN;
        }
        Predicate isNull = Predicate.and(known);
        // a cast that fails does not return NULL
        return failures.of(operand).isEmpty() ? isNull : necessary(isNull);
    }

    private Predicate ofLeaf(Call call, boolean negated) {
        Predicate values = ofValues(call, negated);
        if (ofElements) {
            // a user's function may return a value for NULL
            return values;
        }
        // a user's index type may also know the function
        return new CallTranslator(paths::column)
                .translate(call, negated)
                .map(ofFunction -> Predicate.and(List.of(ofFunction, values)))
                .orElse(values);
    }

    private Predicate ofValues(Call call, boolean negated) {
        FunctionName name = call.getFunctionName();
        if (name.equals(IN_PREDICATE_FUNCTION_NAME)) {
            return in(call, negated);
        }
        if (name.equals(CONTAINS) && !negated) {
            return contains(call);
        }
        if (isGlobal(call, "arrays_overlap") && !negated) {
            return overlaps(call);
        }
        return new GeoTranslator(paths::column)
                .translate(call, negated)
                .map(ExpressionTranslator::necessary)
                .or(() -> negated ? Optional.empty() : ofPattern(call))
                .orElseGet(() -> comparison(call, negated));
    }

    /** Combines what a condition demands of the fragments of a text, of its beginning, and of the values compared. */
    private Optional<Predicate> ofPattern(Call call) {
        List<Predicate> known = new ArrayList<>();
        new TextTranslator(paths::column).translate(call, false).ifPresent(known::add);
        PrefixConditions.of(call)
                .map(demand -> necessary(inSet(demand.argument(), demand.values())))
                .ifPresent(known::add);
        if (known.isEmpty()) {
            return Optional.empty();
        }
        known.add(comparison(call, false));
        return Optional.of(Predicate.and(known));
    }

    /**
     * Translates {@code contains(array, constant)}. A matching row implies that its range has the element, but not
     * every row of such a range has it.
     */
    private Predicate contains(Call call) {
        if (!(call.getArguments().get(1) instanceof Constant constant)) {
            return Predicate.UNKNOWN;
        }
        Optional<IndexedColumn> elements = paths.elements(call.getArguments().getFirst());
        if (elements.isEmpty()
                || !TrinoTypes.scalar(constant.getType()).equals(elements.get().type())) {
            return Predicate.UNKNOWN;
        }
        if (constant.getValue() == null) {
            return neverTrue(call.getArguments().getFirst());
        }
        return values(EQUAL_OPERATOR_FUNCTION_NAME, constant)
                .map(values -> necessary(TrinoKeys.inSet(elements.get(), values)))
                .orElse(Predicate.UNKNOWN);
    }

    /** Translates {@code arrays_overlap(array, constant)} like {@code contains}. */
    private Predicate overlaps(Call call) {
        ConnectorExpression left = call.getArguments().get(0);
        ConnectorExpression right = call.getArguments().get(1);
        ConnectorExpression array = left instanceof Constant ? right : left;
        return ConstantValues.elements(left instanceof Constant ? left : right)
                .flatMap(values -> paths.elements(array).map(elements -> necessary(TrinoKeys.inSet(elements, values))))
                .orElse(Predicate.UNKNOWN);
    }

    private Predicate in(Call call, boolean negated) {
        ConnectorExpression operand = call.getArguments().getFirst();
        if (!(call.getArguments().get(1) instanceof Call array)
                || !array.getFunctionName().equals(ARRAY_CONSTRUCTOR_FUNCTION_NAME)) {
            return Predicate.UNKNOWN;
        }
        Type type = operand.getType();
        if (ConstantValues.mayBeIncomparable(type)) {
            return Predicate.UNKNOWN;
        }
        List<Object> values = new ArrayList<>();
        for (ConnectorExpression element : array.getArguments()) {
            if (!(element instanceof Constant constant) || !constant.getType().equals(type)) {
                return Predicate.UNKNOWN;
            }
            if (constant.getValue() == null) {
                if (negated) {
                    // x NOT IN (…, NULL) is never TRUE
                    return neverTrue(operand);
                }
                continue;
            }
            if (ConstantValues.isNan(type, constant.getValue())) {
                return Predicate.UNKNOWN;
            }
            values.add(constant.getValue());
        }
        if (negated && type instanceof TimestampWithTimeZoneType timestamp && timestamp.isShort()) {
            // the engine may compare such values together with their zones, and find a moment in none of another zone
            return Predicate.UNKNOWN;
        }
        return inSet(operand, values.isEmpty() ? ValueSet.none(type) : ValueSet.copyOf(type, values), negated);
    }

    private Predicate comparison(Call call, boolean negated) {
        if (call.getArguments().size() != 2) {
            return Predicate.UNKNOWN;
        }
        ConnectorExpression left = call.getArguments().get(0);
        ConnectorExpression right = call.getArguments().get(1);
        if (left instanceof Constant constant) {
            return comparison(flip(call.getFunctionName()), right, constant, negated);
        }
        if (right instanceof Constant constant) {
            return comparison(call.getFunctionName(), left, constant, negated);
        }
        return Predicate.UNKNOWN;
    }

    private Predicate comparison(
            FunctionName operator, ConnectorExpression operand, Constant constant, boolean negated) {
        if (!constant.getType().equals(operand.getType())) {
            return Predicate.UNKNOWN;
        }
        if (constant.getValue() == null) {
            // a comparison with NULL is NULL, and so is its negation
            return COMPARISONS.contains(operator) ? neverTrue(operand) : Predicate.UNKNOWN;
        }
        return values(operator, constant)
                .map(values -> inSet(operand, values, negated))
                .orElse(Predicate.UNKNOWN);
    }

    /** Returns the values that satisfy a comparison with a constant, which is not NULL. */
    private static Optional<ValueSet> values(FunctionName operator, Constant constant) {
        Type type = constant.getType();
        Object value = constant.getValue();
        if (!type.isComparable() || ConstantValues.isNan(type, value)) {
            return Optional.empty();
        }
        if (operator.equals(EQUAL_OPERATOR_FUNCTION_NAME)) {
            return Optional.of(ValueSet.of(type, value));
        }
        if (operator.equals(NOT_EQUAL_OPERATOR_FUNCTION_NAME)) {
            // NaN is in no range, but NaN <> 1 is TRUE
            return isFloatingPoint(type)
                    ? Optional.empty()
                    : Optional.of(ValueSet.of(type, value).complement());
        }
        if (!type.isOrderable()) {
            return Optional.empty();
        }
        if (operator.equals(LESS_THAN_OPERATOR_FUNCTION_NAME)) {
            return Optional.of(ValueSet.ofRanges(Range.lessThan(type, value)));
        }
        if (operator.equals(LESS_THAN_OR_EQUAL_OPERATOR_FUNCTION_NAME)) {
            return Optional.of(ValueSet.ofRanges(Range.lessThanOrEqual(type, value)));
        }
        if (operator.equals(GREATER_THAN_OPERATOR_FUNCTION_NAME)) {
            return Optional.of(ValueSet.ofRanges(Range.greaterThan(type, value)));
        }
        if (operator.equals(GREATER_THAN_OR_EQUAL_OPERATOR_FUNCTION_NAME)) {
            return Optional.of(ValueSet.ofRanges(Range.greaterThanOrEqual(type, value)));
        }
        return Optional.empty();
    }

    /**
     * Returns a predicate for a condition that is never TRUE. An operand that can fail, such as a CAST, must still
     * fail, so its rows are not pruned.
     */
    private static Predicate neverTrue(ConnectorExpression operand) {
        return cannotFail(operand) ? Predicate.NEVER : Predicate.UNKNOWN;
    }

    private static boolean cannotFail(ConnectorExpression expression) {
        return expression instanceof Variable
                || expression instanceof Constant
                || expression instanceof FieldDereference field && cannotFail(field.getTarget());
    }

    private Predicate inSet(ConnectorExpression operand, ValueSet values, boolean complement) {
        if (complement && isFloatingPoint(values.getType())) {
            // NaN is in no range, but NOT (NaN < 1) is TRUE
            return Predicate.UNKNOWN;
        }
        return inSet(operand, complement ? values.complement() : values);
    }

    private Predicate inSet(ConnectorExpression operand, ValueSet values) {
        if (operand instanceof Constant constant) {
            return ConstantValues.in(constant, values);
        }
        Predicate known = ofColumns(operand, values);
        if (!(operand instanceof Call call)) {
            return known;
        }
        // an index of the expression may be missing where one of its column is not
        Predicate ofArguments = ofArguments(call, values);
        if (known.equals(Predicate.UNKNOWN)) {
            return necessary(ofArguments);
        }
        return ofArguments.columns().isEmpty() ? known : Predicate.and(List.of(known, ofArguments));
    }

    /** Translates what {@code call IN values} demands of the call's arguments. */
    private Predicate ofArguments(Call call, ValueSet values) {
        if (call.getFunctionName().equals(NULLIF_FUNCTION_NAME)
                && call.getArguments().get(1) instanceof Constant) {
            ConnectorExpression value = call.getArguments().getFirst();
            return value.getType().equals(call.getType()) ? inSet(value, values) : Predicate.UNKNOWN;
        }
        if (isGlobal(call, "greatest") || isGlobal(call, "least")) {
            return extreme(call, values);
        }
        if (isGlobal(call, "element_at") && call.getArguments().getFirst().getType() instanceof ArrayType) {
            // 0 is no position, and fails
            return call.getArguments().get(1) instanceof Constant position
                            && !Long.valueOf(0).equals(position.getValue())
                    ? paths.elements(call.getArguments().getFirst())
                            .map(elements -> necessary(TrinoKeys.inSet(elements, values)))
                            .orElse(Predicate.UNKNOWN)
                    : Predicate.UNKNOWN;
        }
        return inversions
                .invert(call, values)
                .or(() -> TextInversions.invert(call, values))
                .map(demand -> inSet(demand.argument(), demand.values()))
                .orElse(Predicate.UNKNOWN);
    }

    /**
     * Translates {@code greatest(a, b, …) IN values}, or that of {@code least}: one of the operands is among the values, and
     * none is beyond all of them.
     */
    private Predicate extreme(Call call, ValueSet values) {
        if (!(values instanceof SortedRangeSet ranges) || ranges.isNone()) {
            return Predicate.UNKNOWN;
        }
        List<ConnectorExpression> operands = call.getArguments();
        Predicate one = Predicate.or(
                operands.stream().map(operand -> inSet(operand, values)).toList());
        Type type = values.getType();
        // a NaN is beyond no value, and an operand that fails must fail
        if (isFloatingPoint(type) || !operands.stream().allMatch(ExpressionTranslator::cannotFail)) {
            return necessary(one);
        }
        Range span = ranges.getSpan();
        Range within = isGlobal(call, "greatest")
                ? span.getHighValue()
                        .map(high -> Range.lessThanOrEqual(type, high))
                        .orElseGet(() -> Range.all(type))
                : span.getLowValue()
                        .map(low -> Range.greaterThanOrEqual(type, low))
                        .orElseGet(() -> Range.all(type));
        ImmutableList.Builder<Predicate> all =
                ImmutableList.<Predicate>builder().add(one);
        operands.forEach(operand -> all.add(inSet(operand, ValueSet.ofRanges(within))));
        return necessary(Predicate.and(all.build()));
    }

    /**
     * Combines the predicates on all indexed columns that hold the values of an expression, or from which they can be
     * inferred.
     */
    private Predicate ofColumns(ConnectorExpression operand, ValueSet values) {
        List<Predicate> known = new ArrayList<>();
        paths.column(operand).map(column -> TrinoKeys.inSet(column, values)).ifPresent(known::add);
        paths.timestamps(operand)
                .flatMap(column -> TimestampTexts.micros(values).map(micros -> TrinoKeys.inSet(column, micros)))
                .map(ExpressionTranslator::necessary)
                .ifPresent(known::add);
        return known.isEmpty() ? Predicate.UNKNOWN : Predicate.and(known);
    }

    /**
     * Returns a predicate that is necessary but not sufficient: rows that do not satisfy it do not match, and rows that
     * satisfy it may match.
     */
    private static Predicate necessary(Predicate predicate) {
        return Predicate.and(List.of(predicate, Predicate.UNKNOWN));
    }

    private static FunctionName flip(FunctionName operator) {
        if (operator.equals(LESS_THAN_OPERATOR_FUNCTION_NAME)) {
            return GREATER_THAN_OPERATOR_FUNCTION_NAME;
        }
        if (operator.equals(LESS_THAN_OR_EQUAL_OPERATOR_FUNCTION_NAME)) {
            return GREATER_THAN_OR_EQUAL_OPERATOR_FUNCTION_NAME;
        }
        if (operator.equals(GREATER_THAN_OPERATOR_FUNCTION_NAME)) {
            return LESS_THAN_OPERATOR_FUNCTION_NAME;
        }
        if (operator.equals(GREATER_THAN_OR_EQUAL_OPERATOR_FUNCTION_NAME)) {
            return LESS_THAN_OR_EQUAL_OPERATOR_FUNCTION_NAME;
        }
        return operator;
    }

    private static boolean isFloatingPoint(Type type) {
        return type == DOUBLE || type == REAL || ConstantValues.isNumber(type);
    }
}
