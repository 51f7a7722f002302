// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.scan;

import static java.util.Objects.requireNonNull;

import io.skipping.spark.format.ReaderProfile;
import io.skipping.spark.parts.PartFormats;
import io.skipping.spark.store.SkippingOptions;
import java.util.Set;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.rules.Rule;
import org.apache.spark.sql.execution.datasources.CatalogFileIndex;
import org.apache.spark.sql.execution.datasources.FileIndex;
import org.apache.spark.sql.execution.datasources.HadoopFsRelation;
import org.apache.spark.sql.execution.datasources.InMemoryFileIndex;
import org.apache.spark.sql.execution.datasources.LogicalRelation;
import scala.runtime.AbstractPartialFunction;

/**
 * Puts a {@link SkippingFileIndex} in place of the file index of each relation of files that Spark lists itself. Relations
 * of table formats have file indexes of their own, and scans for their writes must see all files: these stay.
 */
public final class SkippingRule extends Rule<LogicalPlan> {
    private static final Set<Class<?>> LISTED_BY_SPARK = Set.of(InMemoryFileIndex.class, CatalogFileIndex.class);

    private final SparkSession session;
    private final IndexLookup lookup;

    public SkippingRule(SparkSession session) {
        this.session = requireNonNull(session, "session is null");
        this.lookup = IndexLookup.of(session);
    }

    @Override
    public LogicalPlan apply(LogicalPlan plan) {
        return SkippingOptions.of(session).isEnabled() ? plan.transform(new PutFileIndex()) : plan;
    }

    private LogicalPlan skipping(LogicalRelation leaf, HadoopFsRelation relation, ReaderProfile reader) {
        FileIndex index = new SkippingFileIndex(
                relation.location(), relation.partitionSchema(), reader, lookup, SkippingOptions.of(session));
        HadoopFsRelation skipping = relation.copy(
                index,
                relation.partitionSchema(),
                relation.dataSchema(),
                relation.bucketSpec(),
                PartFormats.of(reader.format()),
                relation.options(),
                relation.sparkSession());
        // releases of Spark have constructors of different lengths
        Object[] fields = new Object[leaf.productArity()];
        for (int field = 0; field < fields.length; field++) {
            fields[field] = leaf.productElement(field);
        }
        fields[0] = skipping;
        return leaf.makeCopy(fields);
    }

    private final class PutFileIndex extends AbstractPartialFunction<LogicalPlan, LogicalPlan> {
        @Override
        public boolean isDefinedAt(LogicalPlan plan) {
            return plan instanceof LogicalRelation leaf
                    && leaf.relation() instanceof HadoopFsRelation relation
                    && LISTED_BY_SPARK.contains(relation.location().getClass());
        }

        @Override
        public LogicalPlan apply(LogicalPlan plan) {
            LogicalRelation leaf = (LogicalRelation) plan;
            HadoopFsRelation relation = (HadoopFsRelation) leaf.relation();
            return ReaderProfile.of(relation, session)
                    .map(reader -> skipping(leaf, relation, reader))
                    .orElse(plan);
        }
    }
}
