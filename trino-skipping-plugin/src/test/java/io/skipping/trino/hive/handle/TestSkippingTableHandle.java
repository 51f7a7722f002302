// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.handle;

import static org.assertj.core.api.Assertions.assertThat;

import io.skipping.trino.core.scan.ScanDemand;
import io.trino.metastore.AcidOperation;
import io.trino.metastore.HiveType;
import io.trino.plugin.hive.HiveColumnHandle;
import io.trino.plugin.hive.HiveTableHandle;
import io.trino.plugin.hive.acid.AcidTransaction;
import io.trino.spi.predicate.Domain;
import io.trino.spi.predicate.TupleDomain;
import io.trino.spi.type.BigintType;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

public class TestSkippingTableHandle {
    @Test
    public void testAQueryMayBePruned() {
        assertThat(SkippingTableHandle.mayPrune(handle(AcidTransaction.NO_ACID_TRANSACTION)))
                .isTrue();
    }

    @Test
    public void testWhatRecordsTheFilesThatItScansIsNotPruned() {
        HiveTableHandle optimize = handle(AcidTransaction.NO_ACID_TRANSACTION).withRecordScannedFiles(true);
        assertThat(SkippingTableHandle.mayPrune(optimize)).isFalse();
    }

    @Test
    public void testAnalyzeOfPartitionsIsNotPruned() {
        HiveTableHandle analyze =
                handle(AcidTransaction.NO_ACID_TRANSACTION).withAnalyzePartitionValues(List.of(List.of("a")));
        assertThat(SkippingTableHandle.mayPrune(analyze)).isFalse();
    }

    @DataProvider
    public Object[][] operations() {
        return new Object[][] {{AcidOperation.INSERT}, {AcidOperation.MERGE}};
    }

    /** The metastore of the tests with a server knows no transactions. */
    @Test(dataProvider = "operations")
    public void testWhatRunsInATransactionIsNotPruned(AcidOperation operation) {
        assertThat(SkippingTableHandle.mayPrune(handle(new AcidTransaction(operation, 7, 3))))
                .isFalse();
    }

    /** Hive converts only columns that are projected or in the constraint, where a partition declares another type. */
    @Test
    public void testColumnsOfTheFilterAreConstraintColumns() {
        HiveColumnHandle column = HiveColumnHandle.createBaseColumn(
                "k", 0, HiveType.HIVE_LONG, BigintType.BIGINT, HiveColumnHandle.ColumnType.REGULAR, Optional.empty());
        HiveTableHandle table = handle(AcidTransaction.NO_ACID_TRANSACTION);
        assertThat(table.getConstraintColumns()).isEmpty();
        ScanDemand demand = ScanDemand.filtering(
                TupleDomain.withColumnDomains(Map.of(column, Domain.singleValue(BigintType.BIGINT, 7L))));
        HiveTableHandle filtered = (HiveTableHandle) SkippingTableHandle.attach(table, demand);
        assertThat(filtered.getConstraintColumns()).containsExactly(column);

        HiveTableHandle projected =
                (HiveTableHandle) SkippingTableHandle.attach(filtered.withProjectedColumns(Set.of()), demand);
        assertThat(projected.getConstraintColumns())
                .as("also of a handle that Hive has derived")
                .containsExactly(column);
        assertThat(((HiveTableHandle) SkippingTableHandle.attach(projected, ScanDemand.NOTHING)).getConstraintColumns())
                .as("they are not Hive's own")
                .isEmpty();
    }

    private static SkippingTableHandle handle(AcidTransaction transaction) {
        return new SkippingTableHandle(
                "test",
                "t",
                List.of(),
                List.of(),
                TupleDomain.all(),
                TupleDomain.all(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                transaction,
                TupleDomain.all());
    }
}
