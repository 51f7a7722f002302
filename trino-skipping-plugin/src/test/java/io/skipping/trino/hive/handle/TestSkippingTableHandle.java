// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.handle;

import static org.assertj.core.api.Assertions.assertThat;

import io.trino.metastore.AcidOperation;
import io.trino.plugin.hive.HiveTableHandle;
import io.trino.plugin.hive.acid.AcidTransaction;
import io.trino.spi.predicate.TupleDomain;
import java.util.List;
import java.util.Optional;
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
