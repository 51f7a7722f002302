// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.limit;

import static java.util.Objects.requireNonNull;

import io.skipping.spark.catalyst.ScalaCollections;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.rdd.RDD;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.AttributeSet;
import org.apache.spark.sql.catalyst.expressions.AttributeSet$;
import org.apache.spark.sql.catalyst.expressions.SortOrder;
import org.apache.spark.sql.catalyst.expressions.codegen.CodegenContext;
import org.apache.spark.sql.catalyst.expressions.codegen.ExprCode;
import org.apache.spark.sql.catalyst.plans.physical.Partitioning;
import org.apache.spark.sql.execution.CodegenSupport;
import org.apache.spark.sql.execution.SparkPlan;
import org.apache.spark.sql.execution.UnaryExecNode;
import scala.collection.immutable.IndexedSeq;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Is a limit of Spark whose counter has a fixed name in generated code. It generates the same code as Spark's, is shown as that, and has the
 * canonical form of that, by which Spark finds parts of plans that it need not run twice. Java cannot extend Spark's own classes of limits: they
 * implement methods of Scala's generic traits by their erased forms.
 */
abstract class NamedLimit extends SparkPlan implements UnaryExecNode, CodegenSupport {
    final int limit;
    private final SparkPlan child;
    private final transient SparkPlan unnamed;
    private final String counter;

    private transient CodegenSupport parent;

    /**
     * Creates the limit.
     *
     * @param unnamed Spark's own limit of the same child. It takes note of the active session, which is not set in each thread that runs a
     *     plan, so it is made with this node and not when it is needed
     */
    NamedLimit(int limit, SparkPlan child, SparkPlan unnamed, String counter) {
        this.limit = limit;
        this.child = requireNonNull(child, "child is null");
        this.unnamed = requireNonNull(unnamed, "unnamed is null");
        this.counter = requireNonNull(counter, "counter is null");
    }

    @Override
    public final String doProduce(CodegenContext context) {
        // the code that uses the counter may be without this node's own, so that it is declared here
        context.addMutableState("int", counter, context.addMutableState$default$3(), true, false);
        return ((CodegenSupport) child).produce(context, this);
    }

    @Override
    public final String doConsume(CodegenContext context, Seq<ExprCode> input, ExprCode row) {
        return """
                if (%s < %s) {
                  %s += 1;
                  %s
                }
                """.formatted(counter, limit, counter, consume(context, input, null));
    }

    @Override
    public final Seq<String> limitNotReachedChecks() {
        List<String> checks = new ArrayList<>();
        checks.add("%s < %s".formatted(counter, limit));
        checks.addAll(CollectionConverters.asJava(parent.limitNotReachedChecks()));
        return ScalaCollections.seq(checks);
    }

    @Override
    public final AttributeSet usedInputs() {
        return AttributeSet$.MODULE$.empty();
    }

    @Override
    public final CodegenSupport parent() {
        return parent;
    }

    @Override
    public final void parent_$eq(CodegenSupport newParent) {
        parent = newParent;
    }

    @Override
    public final Seq<RDD<InternalRow>> inputRDDs() {
        return ((CodegenSupport) child).inputRDDs();
    }

    /** Runs Spark's own, without generated code. */
    @Override
    public final RDD<InternalRow> doExecute() {
        return unnamed.execute();
    }

    @Override
    public final Seq<Attribute> output() {
        return child.output();
    }

    @Override
    public final Partitioning outputPartitioning() {
        return child.outputPartitioning();
    }

    @Override
    public final Seq<SortOrder> outputOrdering() {
        return child.outputOrdering();
    }

    @Override
    public final SparkPlan child() {
        return child;
    }

    @Override
    public final Seq<SparkPlan> children() {
        return ScalaCollections.seq(List.of(child));
    }

    @Override
    public final SparkPlan withNewChildrenInternal(IndexedSeq<SparkPlan> newChildren) {
        return withNewChildInternal(newChildren.apply(0));
    }

    @Override
    public final String verboseStringWithOperatorId() {
        return UnaryExecNode.super.verboseStringWithOperatorId();
    }

    /** Is how the trait of Scala 2.12 calls the method that it inherits; that of Scala 2.13 calls the method itself. */
    public final String org$apache$spark$sql$execution$UnaryExecNode$$super$formattedNodeName() {
        return formattedNodeName();
    }

    @Override
    public final SparkPlan doCanonicalize() {
        return unnamed.canonicalized();
    }

    @Override
    public final boolean canEqual(Object other) {
        return other instanceof NamedLimit;
    }

    @Override
    public final boolean equals(Object other) {
        return other instanceof NamedLimit that
                && getClass() == that.getClass()
                && limit == that.limit
                && child.equals(that.child);
    }

    @Override
    public final int hashCode() {
        return 31 * limit + child.hashCode();
    }
}
