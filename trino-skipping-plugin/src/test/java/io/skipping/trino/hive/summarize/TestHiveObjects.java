// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.summarize;

import static io.trino.type.InternalTypeManager.TESTING_TYPE_MANAGER;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.skipping.index.LiveObject;
import io.skipping.index.ObjectVersion;
import io.skipping.index.Profile;
import io.skipping.index.build.RangeSizes;
import io.skipping.trino.core.path.ColumnPaths;
import io.skipping.trino.hive.handle.SkippingSplit;
import io.skipping.trino.hive.summarize.SummarizeSplit.Unit;
import io.trino.plugin.hive.HiveSplit;
import io.trino.plugin.hive.HiveSplit.BucketConversion;
import io.trino.plugin.hive.HiveSplit.BucketValidation;
import io.trino.plugin.hive.HiveTableHandle;
import io.trino.plugin.hive.Schema;
import io.trino.plugin.hive.acid.AcidTransaction;
import io.trino.plugin.hive.util.HiveBucketing.BucketingVersion;
import io.trino.spi.SplitWeight;
import io.trino.spi.TrinoException;
import io.trino.spi.predicate.TupleDomain;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

public class TestHiveObjects {
    private static final String TEXT = "org.apache.hadoop.hive.serde2.lazy.LazySimpleSerDe";
    private static final String PARQUET = "org.apache.hadoop.hive.ql.io.parquet.serde.ParquetHiveSerDe";

    private final HiveObjects objects = new HiveObjects(
            new SummarizeHandle(table(), RangeSizes.fixed(4096)),
            () -> {
                throw new AssertionError();
            },
            split -> {
                throw new AssertionError();
            },
            () -> true,
            _ -> List.of(),
            new ColumnPaths(TESTING_TYPE_MANAGER));

    @DataProvider
    public Object[][] filesOutside() {
        return new Object[][] {
            {
                "org.apache.hadoop.hive.serde2.avro.AvroSerDe",
                Map.of("avro.schema.url", "s3://b/s.avsc"),
                "avro.schema.url"
            },
            {
                "com.twitter.elephantbird.hive.serde.ProtobufDeserializer",
                Map.of("serialization.class", "grid.Meters$Reading"),
                "Tables of Protocol Buffers cannot be indexed"
            },
        };
    }

    @Test(dataProvider = "filesOutside")
    public void testTablesThatDependOnAFileAreRefused(String serde, Map<String, String> properties, String words) {
        assertThatThrownBy(() -> objects.check(split(serde, properties, 0, Optional.empty())))
                .isInstanceOf(TrinoException.class)
                .hasMessageContaining(words)
                .hasMessageContaining("Queries work without an index");
    }

    @DataProvider
    public Object[][] serdes() {
        return new Object[][] {{TEXT}, {PARQUET}};
    }

    @Test(dataProvider = "serdes")
    public void testAnObjectOfSeveralBucketsIsOneObject(String serde) {
        BucketConversion conversion = new BucketConversion(BucketingVersion.BUCKETING_V1, 8, 2, List.of());
        List<HiveSplit> ofBuckets = IntStream.of(1, 3, 5, 7)
                .mapToObj(bucket -> split(serde, Map.of(), bucket, Optional.of(conversion)))
                .toList();
        assertThat(ofBuckets.stream().map(objects::begins))
                .as("the object of bucket 1 of 2 is listed for each of its buckets of 8")
                .containsExactly(true, false, false, false);

        List<Unit> units = objects.units(ofBuckets.getFirst(), object(ofBuckets.getFirst()), 0)
                .units();
        assertThat(units).isNotEmpty();
        for (Unit unit : units) {
            SkippingSplit read = unit.split();
            assertThat(read.getBucketConversion())
                    .as("readers leave out rows of other buckets")
                    .isEmpty();
            assertThat(read.getBucketValidation())
                    .as("readers fail on rows of other buckets")
                    .isEmpty();
        }
    }

    @Test(dataProvider = "serdes")
    public void testRowsOfOneBucketAreValidated(String serde) {
        HiveSplit split = split(serde, Map.of(), 3, Optional.empty());
        assertThat(objects.begins(split)).isTrue();
        assertThat(objects.units(split, object(split), 0).units())
                .allSatisfy(
                        unit -> assertThat(unit.split().getBucketValidation()).isEqualTo(split.getBucketValidation()));
    }

    private static LiveObject object(HiveSplit split) {
        return new LiveObject(
                new ObjectVersion(split.getPath(), split.getEstimatedFileSize(), split.getFileModifiedTime()),
                Profile.of("text"));
    }

    private static HiveSplit split(
            String serde, Map<String, String> properties, int bucket, Optional<BucketConversion> conversion) {
        return new HiveSplit(
                "day=1",
                "s3://bucket/object",
                0,
                100,
                100,
                5,
                new Schema(serde, false, properties),
                List.of(),
                OptionalInt.of(bucket),
                OptionalInt.of(bucket),
                false,
                Map.of(),
                conversion,
                Optional.of(new BucketValidation(BucketingVersion.BUCKETING_V1, 8, List.of())),
                Optional.empty(),
                SplitWeight.standard());
    }

    private static HiveTableHandle table() {
        return new HiveTableHandle(
                "grid",
                "meters",
                List.of(),
                List.of(),
                TupleDomain.all(),
                TupleDomain.all(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                AcidTransaction.NO_ACID_TRANSACTION);
    }
}
