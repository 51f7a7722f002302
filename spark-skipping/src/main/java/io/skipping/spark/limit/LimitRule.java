// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.limit;

import static java.util.Objects.requireNonNull;

import io.skipping.spark.catalyst.Replacement;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.apache.spark.sql.catalyst.rules.Rule;
import org.apache.spark.sql.execution.GlobalLimitExec;
import org.apache.spark.sql.execution.LocalLimitExec;
import org.apache.spark.sql.execution.SparkPlan;
import org.apache.spark.sql.execution.adaptive.QueryStageExec;
import org.apache.spark.sql.execution.exchange.ReusedExchangeExec;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Gives the counters of limits fixed names in the code that Spark generates. Spark numbers them, one number for each limit of a driver, so that
 * it finds the code of no query with a LIMIT again, and compiles it anew. That takes longer than to read what an index leaves.
 *
 * <p>Counters in one piece of generated code need different names. What becomes one piece is not decided yet when this rule runs, so a plan with
 * two limits of one kind keeps both as they are.
 */
public final class LimitRule extends Rule<SparkPlan> {
    private final Predicate<SparkPlan> isSkipping;

    /**
     * Creates the rule.
     *
     * @param isSkipping returns whether a leaf of a plan is a scan by an index; plans without one stay as they are
     */
    public LimitRule(Predicate<SparkPlan> isSkipping) {
        this.isSkipping = requireNonNull(isSkipping, "isSkipping is null");
    }

    @Override
    public SparkPlan apply(SparkPlan plan) {
        boolean isLocalNamed = isOnly(plan, LocalLimitExec.class::isInstance);
        boolean isGlobalNamed = isOnly(plan, GlobalLimitExec.class::isInstance);
        if (!isLocalNamed && !isGlobalNamed || leaves(plan).noneMatch(isSkipping)) {
            return plan;
        }
        SparkPlan named = plan;
        if (isLocalNamed) {
            named = named.transformUp(Replacement.of(
                    LocalLimitExec.class, limit -> true, limit -> new NamedLocalLimit(limit.limit(), limit.child())));
        }
        if (isGlobalNamed) {
            named = named.transformUp(Replacement.of(
                    GlobalLimitExec.class,
                    limit -> limit.offset() == 0,
                    limit -> new NamedGlobalLimit(limit.limit(), limit.child(), limit.offset())));
        }
        return named;
    }

    /** Returns whether a plan has exactly one such node. */
    private static boolean isOnly(SparkPlan plan, Predicate<SparkPlan> isSought) {
        return nodes(plan).filter(isSought).limit(2).count() == 1;
    }

    private static Stream<SparkPlan> nodes(SparkPlan plan) {
        return Stream.concat(
                Stream.of(plan),
                CollectionConverters.asJava(plan.children()).stream().flatMap(LimitRule::nodes));
    }

    /** Returns the leaves of a plan, and of the stages that it reads. */
    private static Stream<SparkPlan> leaves(SparkPlan plan) {
        return CollectionConverters.asJava(plan.collectLeaves()).stream().flatMap(LimitRule::within);
    }

    private static Stream<SparkPlan> within(SparkPlan leaf) {
        if (leaf instanceof QueryStageExec stage) {
            return leaves(stage.plan());
        }
        return leaf instanceof ReusedExchangeExec reused ? leaves(reused.child()) : Stream.of(leaf);
    }
}
