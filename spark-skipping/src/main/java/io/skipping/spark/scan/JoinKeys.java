// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.scan;

import com.google.common.base.Suppliers;
import io.skipping.spark.catalyst.Replacement;
import io.skipping.spark.catalyst.ScalaCollections;
import io.skipping.spark.predicate.SparkTypes;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.InternalRow$;
import org.apache.spark.sql.catalyst.expressions.Alias;
import org.apache.spark.sql.catalyst.expressions.BoundReference;
import org.apache.spark.sql.catalyst.expressions.ExprId;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.InSet;
import org.apache.spark.sql.catalyst.optimizer.BuildLeft$;
import org.apache.spark.sql.catalyst.plans.ExistenceJoin;
import org.apache.spark.sql.catalyst.plans.Inner$;
import org.apache.spark.sql.catalyst.plans.JoinType;
import org.apache.spark.sql.catalyst.plans.LeftAnti$;
import org.apache.spark.sql.catalyst.plans.LeftOuter$;
import org.apache.spark.sql.catalyst.plans.LeftSemi$;
import org.apache.spark.sql.catalyst.plans.RightOuter$;
import org.apache.spark.sql.catalyst.plans.logical.Statistics;
import org.apache.spark.sql.execution.FileSourceScanExec;
import org.apache.spark.sql.execution.FilterExec;
import org.apache.spark.sql.execution.ProjectExec;
import org.apache.spark.sql.execution.SparkPlan;
import org.apache.spark.sql.execution.adaptive.BroadcastQueryStageExec;
import org.apache.spark.sql.execution.joins.BroadcastHashJoinExec;
import org.apache.spark.sql.execution.joins.HashJoin$;
import org.apache.spark.sql.execution.joins.HashedRelation;
import org.apache.spark.sql.execution.joins.LongHashedRelation;
import org.apache.spark.sql.types.DataType;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scala.collection.Iterator;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Finds which scans need only rows with the keys of the other side of a join. Adaptive execution has that side in the memory of the driver
 * before it plans the stage with the scan, if it is broadcast. Spark itself prunes nothing but partitions by it.
 *
 * <p>A row whose key is not on the other side is in no result of an inner join or a semi join. What is between the scan and the join
 * makes of each row of the scan rows of its own, so that the others stay as they are without it.
 */
final class JoinKeys {
    private static final Logger log = LoggerFactory.getLogger(JoinKeys.class);

    /** A scan is hardly ever narrowed by more. */
    private static final int MOST_KEYS = 10_000;

    /** The other side may have several rows of one key. */
    private static final int MOST_ROWS = 100_000;

    /** Bounds what the driver puts together again, if it has let go of the rows. The smallest set of them takes 64 MB. */
    private static final long MOST_BYTES = 256L << 20;

    private JoinKeys() {}

    /** Returns the plan with scans that list their files by the keys of joins. */
    static SparkPlan narrowed(SparkPlan plan) {
        return plan.transformUp(Replacement.of(BroadcastHashJoinExec.class, JoinKeys::narrows, JoinKeys::narrowed));
    }

    private static boolean narrows(BroadcastHashJoinExec join) {
        return (join.joinType() == Inner$.MODULE$ || join.joinType() == LeftSemi$.MODULE$)
                && built(join) instanceof BroadcastQueryStageExec stage
                && stage.isMaterialized();
    }

    private static SparkPlan narrowed(BroadcastHashJoinExec join) {
        List<Expression> keys = CollectionConverters.asJava(isLeftBuilt(join) ? join.rightKeys() : join.leftKeys());
        List<Expression> others = CollectionConverters.asJava(builtKeys(join));
        Supplier<Optional<HashedRelation>> relation =
                Suppliers.memoize(() -> relation((BroadcastQueryStageExec) built(join)));
        SparkPlan streamed = streamed(join);
        for (int key = 0; key < keys.size(); key++) {
            int position = key;
            DataType type = keys.get(key).dataType();
            if (SparkTypes.scalar(type).isPresent()
                    && type.equals(others.get(key).dataType())) {
                streamed = narrowed(
                        streamed, keys.get(key), () -> relation.get().flatMap(rows -> values(rows, join, position)));
            }
        }
        return over(join, streamed(join), streamed);
    }

    private static boolean isLeftBuilt(BroadcastHashJoinExec join) {
        return join.buildSide() == BuildLeft$.MODULE$;
    }

    private static Seq<Expression> builtKeys(BroadcastHashJoinExec join) {
        return isLeftBuilt(join) ? join.leftKeys() : join.rightKeys();
    }

    private static SparkPlan built(BroadcastHashJoinExec join) {
        return isLeftBuilt(join) ? join.left() : join.right();
    }

    private static SparkPlan streamed(BroadcastHashJoinExec join) {
        return isLeftBuilt(join) ? join.right() : join.left();
    }

    /** Returns a part of a plan with its scan narrowed to rows with some values of a key; the part itself if none has the key, or the values are not known. */
    private static SparkPlan narrowed(SparkPlan node, Expression key, Supplier<Optional<Set<Object>>> values) {
        if (node instanceof FileSourceScanExec scan) {
            return scan.relation().location() instanceof SkippingFileIndex ? narrowed(scan, key, values) : node;
        }
        if (node instanceof FilterExec filter && filter.condition().deterministic()) {
            return over(filter, filter.child(), narrowed(filter.child(), key, values));
        }
        if (node instanceof ProjectExec project && isDeterministic(project)) {
            return over(project, project.child(), narrowed(project.child(), before(project, key), values));
        }
        return node instanceof BroadcastHashJoinExec join && makesRowsOfEach(join)
                ? over(join, streamed(join), narrowed(streamed(join), key, values))
                : node;
    }

    private static SparkPlan narrowed(FileSourceScanExec scan, Expression key, Supplier<Optional<Set<Object>>> values) {
        return NarrowedScans.onColumns(scan, key)
                .flatMap(own -> values.get()
                        .map(all -> new InSet(
                                own, ScalaCollections.seq(List.copyOf(all)).toSet())))
                .map(condition -> NarrowedScans.of(scan, List.of(condition)))
                .orElse(scan);
    }

    /** Returns a node with one of its children replaced. */
    private static SparkPlan over(SparkPlan node, SparkPlan child, SparkPlan replaced) {
        return child == replaced
                ? node
                : node.withNewChildren(ScalaCollections.seq(CollectionConverters.asJava(node.children()).stream()
                        .map(each -> each == child ? replaced : each)
                        .toList()));
    }

    private static boolean isDeterministic(ProjectExec project) {
        return CollectionConverters.asJava(project.projectList()).stream()
                .allMatch(column -> ((Expression) column).deterministic());
    }

    /** Returns whether what becomes of a row of the side that is not broadcast does not depend on other rows of that side. */
    private static boolean makesRowsOfEach(BroadcastHashJoinExec join) {
        JoinType type = join.joinType();
        return (Set.<Object>of(
                                        Inner$.MODULE$,
                                        LeftOuter$.MODULE$,
                                        RightOuter$.MODULE$,
                                        LeftSemi$.MODULE$,
                                        LeftAnti$.MODULE$)
                                .contains(type)
                        || type instanceof ExistenceJoin)
                && (join.condition().isEmpty() || join.condition().get().deterministic());
    }

    /** Returns an expression on the columns of a projection as one on what it projects. */
    private static Expression before(ProjectExec project, Expression key) {
        Map<ExprId, Expression> projected = CollectionConverters.asJava(project.projectList()).stream()
                .filter(Alias.class::isInstance)
                .map(Alias.class::cast)
                .collect(Collectors.toMap(Alias::exprId, Alias::child, (one, same) -> one));
        return NarrowedScans.replaced(key, projected);
    }

    /** Returns the rows of a side that has been broadcast; empty if there are too many. */
    private static Optional<HashedRelation> relation(BroadcastQueryStageExec built) {
        try {
            Statistics size = built.getRuntimeStatistics();
            boolean isSmall = size.sizeInBytes().toLong() <= MOST_BYTES
                    && size.rowCount().forall(rows -> rows.toLong() <= MOST_ROWS);
            // operators of other libraries broadcast something else
            return isSmall && built.<Object>executeBroadcast().value() instanceof HashedRelation rows
                    ? Optional.of(rows)
                    : Optional.empty();
        } catch (Exception | LinkageError e) {
            return unknown(e);
        }
    }

    /** Returns the values of one key; empty if there are too many, or none. */
    private static Optional<Set<Object>> values(HashedRelation relation, BroadcastHashJoinExec join, int position) {
        try {
            return values(relation, key(relation, join, position));
        } catch (Exception | LinkageError e) {
            return unknown(e);
        }
    }

    /** Takes note of a failure, with which the query runs as it does without this. */
    private static <T> Optional<T> unknown(Throwable cause) {
        if (cause instanceof InterruptedException) {
            Thread.currentThread().interrupt();
        }
        log.warn("A scan is not narrowed to the keys of a join: {}", cause.toString());
        log.debug("The keys of a join cannot be read", cause);
        return Optional.empty();
    }

    /** Returns what a relation has one key in: integers may be in one number. */
    private static Expression key(HashedRelation relation, BroadcastHashJoinExec join, int position) {
        Seq<Expression> keys = builtKeys(join);
        Expression key = keys.apply(position);
        return relation instanceof LongHashedRelation
                ? HashJoin$.MODULE$.extractKeyExprAt(keys, position)
                : new BoundReference(position, key.dataType(), key.nullable());
    }

    private static Optional<Set<Object>> values(HashedRelation relation, Expression key) {
        Set<Object> values = new HashSet<>();
        int rows = 0;
        for (Iterator<InternalRow> keys = relation.asReadOnlyCopy().keys(); keys.hasNext(); ) {
            Object value = key.eval(keys.next());
            if (value != null) {
                values.add(InternalRow$.MODULE$.copyValue(value));
            }
            rows++;
            if (rows > MOST_ROWS || values.size() > MOST_KEYS) {
                return Optional.empty();
            }
        }
        // rows without a key are not worth that users' filters are asked about nothing
        return values.isEmpty() ? Optional.empty() : Optional.of(values);
    }
}
