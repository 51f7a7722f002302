// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino;

import static org.assertj.core.api.Assertions.assertThat;

import io.skipping.index.ByteRange;
import io.skipping.index.predicate.Predicate;
import io.skipping.trino.core.filter.RowPromise;
import io.skipping.trino.core.filter.ScanFilter;
import io.skipping.trino.core.scan.ScanDemand;
import io.skipping.trino.hive.handle.SkippingSplit;
import io.skipping.trino.hive.handle.SkippingTableHandle;
import io.skipping.trino.hive.layout.LayoutInsertHandle;
import io.skipping.trino.hive.layout.TableLayout;
import io.skipping.trino.iceberg.handle.SkippingIcebergHandle;
import io.trino.filesystem.Location;
import io.trino.metastore.AcidOperation;
import io.trino.metastore.HiveType;
import io.trino.plugin.hive.HiveColumnHandle;
import io.trino.plugin.hive.HiveInsertTableHandle;
import io.trino.plugin.hive.HiveSplit;
import io.trino.plugin.hive.HiveStorageFormat;
import io.trino.plugin.hive.HiveTableHandle;
import io.trino.plugin.hive.LocationHandle;
import io.trino.plugin.hive.Schema;
import io.trino.plugin.hive.acid.AcidTransaction;
import io.trino.plugin.hive.metastore.HivePageSinkMetadata;
import io.trino.plugin.iceberg.IcebergTableHandle;
import io.trino.spi.SplitWeight;
import io.trino.spi.connector.ColumnHandle;
import io.trino.spi.connector.SchemaTableName;
import io.trino.spi.predicate.Domain;
import io.trino.spi.predicate.TupleDomain;
import io.trino.spi.type.BigintType;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/**
 * Tests that the handles and splits which extend Hive's and Iceberg's keep all that they copy. Where a release of Trino adds a field and
 * leaves the constructor that is called here, the compiler does not tell.
 */
public class TestCopiedHandles {
    private static final HiveColumnHandle COLUMN = HiveColumnHandle.createBaseColumn(
            "number", 0, HiveType.HIVE_LONG, BigintType.BIGINT, HiveColumnHandle.ColumnType.REGULAR, Optional.empty());

    @DataProvider
    public Object[][] copies() {
        TupleDomain<ColumnHandle> domain =
                TupleDomain.withColumnDomains(Map.of(COLUMN, Domain.onlyNull(BigintType.BIGINT)));
        ScanDemand demand = ScanDemand.NOTHING.filteredBy(new ScanFilter(domain, 1));
        ScanDemand unfiltered = ScanDemand.NOTHING.and(domain, Predicate.ALWAYS, Set.of(), Set.of());
        return new Object[][] {
            copy(
                    TestCopiedHandles::split,
                    split -> SkippingSplit.uncut(split, new RowPromise(List.of(), true)),
                    Set.of()),
            copy(
                    TestCopiedHandles::split,
                    split -> SkippingSplit.piece(split, new ByteRange(10, 20)),
                    Set.of("getStart", "getLength", "getSplitWeight")),
            copy(
                    TestCopiedHandles::table,
                    table -> (HiveTableHandle) SkippingTableHandle.attach(table, unfiltered),
                    Set.of()),
            copy(
                    TestCopiedHandles::table,
                    table -> (HiveTableHandle) SkippingTableHandle.attach(table, demand),
                    Set.of("getConstraintColumns")),
            copy(
                    IcebergHandles::table,
                    table -> (IcebergTableHandle) SkippingIcebergHandle.attach(table, demand),
                    Set.of()),
            copy(
                    TestCopiedHandles::insert,
                    insert -> LayoutInsertHandle.of(insert, new TableLayout("model", List.of())),
                    Set.of())
        };
    }

    private static <T> Object[] copy(Supplier<T> original, UnaryOperator<T> copy, Set<String> changed) {
        return new Object[] {original, copy, changed};
    }

    @Test(dataProvider = "copies")
    public <T> void testNothingIsLost(Supplier<T> originals, UnaryOperator<T> copies, Set<String> changed)
            throws ReflectiveOperationException {
        for (Class<?> type = originals.get().getClass(); type != Object.class; type = type.getSuperclass()) {
            for (Field field : type.getDeclaredFields()) {
                if (Modifier.isStatic(field.getModifiers())) {
                    continue;
                }
                T original = originals.get();
                field.setAccessible(true);
                field.set(original, another(field.getGenericType(), field.get(original)));
                T copy = copies.apply(original);
                assertThat(copy.getClass()).isNotEqualTo(original.getClass());
                for (Method getter : original.getClass().getMethods()) {
                    if (isGetter(getter) && !changed.contains(getter.getName())) {
                        assertThat(value(getter, copy))
                                .as("%s, when %s is not the default", getter.getName(), field.getName())
                                .isEqualTo(value(getter, original));
                    }
                }
            }
        }
    }

    private static boolean isGetter(Method method) {
        return method.getParameterCount() == 0
                && method.getDeclaringClass() != Object.class
                && (method.getName().startsWith("get") || method.getName().startsWith("is"))
                // what they make of all that they have
                && !Set.of("getRetainedSizeInBytes", "getSplitInfo").contains(method.getName());
    }

    private static Object value(Method getter, Object of) throws IllegalAccessException {
        try {
            return getter.invoke(of);
        } catch (InvocationTargetException e) {
            // values of a wrong type, which the copy must have, too
            return e.getCause().getClass();
        }
    }

    /** Returns another value of a type, or the same one if no other is known. Generic types may have anything in them. */
    private static Object another(Type type, Object value) {
        Class<?> raw = type instanceof ParameterizedType generic ? (Class<?>) generic.getRawType() : (Class<?>) type;
        if (raw == Optional.class) {
            return Optional.of(another(((ParameterizedType) type).getActualTypeArguments()[0], "another"));
        }
        if (raw.isEnum()) {
            return raw.getEnumConstants()[raw.getEnumConstants().length - 1];
        }
        return switch (raw.getSimpleName()) {
            case "String" -> "another";
            case "long", "Long" -> 77L;
            case "boolean" -> !(boolean) value;
            case "List" -> List.of("another");
            case "Set" -> Set.of("another");
            case "Map" -> Map.of("another", "one");
            case "OptionalInt" -> OptionalInt.of(7);
            case "OptionalLong" -> OptionalLong.of(7);
            case "TupleDomain" -> TupleDomain.none();
            case "SplitWeight" -> SplitWeight.fromProportion(0.5);
            case "AcidTransaction" -> new AcidTransaction(AcidOperation.INSERT, 7, 3);
            default -> value;
        };
    }

    private static HiveSplit split() {
        return new HiveSplit(
                "day=1",
                "s3://bucket/object",
                0,
                100,
                100,
                5,
                new Schema("serde", false, Map.of("a", "b")),
                List.of(),
                OptionalInt.empty(),
                OptionalInt.empty(),
                false,
                Map.of(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                SplitWeight.standard());
    }

    private static HiveTableHandle table() {
        return new HiveTableHandle(
                "grid",
                "meters",
                List.of(),
                List.of(COLUMN),
                TupleDomain.all(),
                TupleDomain.all(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                AcidTransaction.NO_ACID_TRANSACTION);
    }

    private static HiveInsertTableHandle insert() {
        Location folder = Location.of("s3://bucket/meters");
        return new HiveInsertTableHandle(
                "grid",
                "meters",
                List.of(COLUMN),
                new HivePageSinkMetadata(new SchemaTableName("grid", "meters"), Optional.empty(), Map.of()),
                new LocationHandle(folder, folder, LocationHandle.WriteMode.DIRECT_TO_TARGET_EXISTING_DIRECTORY),
                Optional.empty(),
                HiveStorageFormat.ORC,
                HiveStorageFormat.ORC,
                AcidTransaction.NO_ACID_TRANSACTION,
                false);
    }
}
