// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.base.Defaults;
import com.google.common.collect.Sets;
import com.google.common.reflect.ClassPath;
import com.google.common.reflect.Reflection;
import io.skipping.trino.core.config.SkippingConfig;
import io.skipping.trino.core.file.ForwardingFileSystem;
import io.skipping.trino.core.filter.PromisedPageSource;
import io.skipping.trino.core.filter.RowPromise;
import io.skipping.trino.core.filter.ScanPages;
import io.skipping.trino.core.metadata.ScanMetadata;
import io.skipping.trino.core.release.SplitSources;
import io.skipping.trino.core.rights.SelectRights;
import io.skipping.trino.hive.SkippingMetadata;
import io.skipping.trino.hive.scan.SkippingSplitManager;
import io.skipping.trino.iceberg.SkippingIcebergMetadata;
import io.skipping.trino.iceberg.release.StatisticsMetadata;
import io.trino.filesystem.TrinoFileSystem;
import io.trino.plugin.base.classloader.ClassLoaderSafeConnectorMetadata;
import io.trino.plugin.hive.HiveErrorCode;
import io.trino.plugin.hive.HiveMetadata;
import io.trino.plugin.iceberg.IcebergMetadata;
import io.trino.spi.connector.ColumnHandle;
import io.trino.spi.connector.Connector;
import io.trino.spi.connector.ConnectorAccessControl;
import io.trino.spi.connector.ConnectorMetadata;
import io.trino.spi.connector.ConnectorPageSource;
import io.trino.spi.connector.ConnectorSplitSource;
import io.trino.spi.connector.DynamicFilter;
import io.trino.spi.predicate.Domain;
import io.trino.spi.predicate.TupleDomain;
import io.trino.spi.type.BigintType;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Everything the Hive connector does must keep working through ours: no SPI method may fall back to its default. */
public class TestForwarding {
    /** Methods of {@link Connector} that are not forwarded, and why. */
    private static final Map<String, String> CONNECTOR_NOT_FORWARDED = Map.of(
            "getPageSourceProviderFactory", "its default calls getPageSourceProvider, which is ours",
            "getRecordSetProvider", "Hive has page sources; the default says so by throwing, as Hive's own does",
            "getIndexProvider", "Hive has none; the default says so by throwing, as Hive's own does",
            "getBranchProperties", "Hive has no branches; not in all releases");

    /** Methods of {@link ConnectorMetadata} that are not forwarded, and why. */
    private static final Map<String, String> METADATA_NOT_FORWARDED = Map.of();

    /** Methods of {@link Connector} that ours for Iceberg does not forward, and why. */
    private static final Map<String, String> ICEBERG_CONNECTOR_NOT_FORWARDED = Map.of(
            "getPageSourceProvider", "the factory is; Iceberg has no provider for all queries",
            "getRecordSetProvider", "Iceberg has page sources",
            "getIndexProvider", "Iceberg has none",
            "getBranchProperties", "Iceberg has none, in no release so far; not in all releases");

    @Test
    public void testIcebergConnectorForwardsEverything() {
        assertThat(notOverridden(Connector.class, SkippingIcebergConnector.class))
                .as("methods of Connector that SkippingIcebergConnector leaves to their default")
                .isEqualTo(Sets.intersection(ICEBERG_CONNECTOR_NOT_FORWARDED.keySet(), methods(Connector.class)));
    }

    @Test
    public void testIcebergMetadataForwardsEverything() {
        assertThat(notOverridden(ConnectorMetadata.class, SkippingIcebergMetadata.class))
                .as("methods of ConnectorMetadata that SkippingIcebergMetadata leaves to their default")
                .isEmpty();
    }

    @Test
    public void testMethodsThatReturnAnIcebergHandleKeepThePredicate() {
        Map<String, String> mustNotPrune = Map.of(
                "beginStatisticsCollection", "ANALYZE reads all rows",
                "beginTableExecute", "OPTIMIZE deletes what it has scanned; refused of a scan that filters",
                "applyDelete", "a delete of whole partitions is no scan; refused of a scan that filters",
                "makeCompatiblePartitioning", "deprecated; Iceberg does not implement it",
                "applyUpdate", "Iceberg does not push down updates");
        Set<String> attach = Set.of(
                "applyFilter", "applyProjection", "applyPartitioning", "applyLimit", "applyTopN", "applyAggregation");
        Set<String> others = Set.of(
                "getTableHandle",
                "getSystemTable",
                "getMergeRowIdColumnHandle",
                "getTableStatistics",
                "getStatisticsCollectionMetadata",
                "getTableProperties",
                "getInfo",
                "applyDelete",
                "getTableHandleForExecute",
                "beginTableExecute",
                "beginMerge",
                "dropTable",
                "dropSchema",
                "cleanupQuery");
        assertThat(Sets.union(publicMethods(ScanMetadata.class), publicMethods(SkippingIcebergMetadata.class)))
                .as("methods that attach the predicate, and others")
                .isEqualTo(Sets.union(attach, others));
        Set<String> handleMakers = handleMakers();
        handleMakers.removeAll(attach);
        handleMakers.removeAll(mustNotPrune.keySet());
        handleMakers.removeIf(name -> !declaredBy(IcebergMetadata.class, name));
        assertThat(handleMakers)
                .as(
                        "methods of Iceberg's metadata that make a handle from a handle, and about which nothing was decided")
                .isEmpty();
    }

    @Test
    public void testConnectorForwardsEverything() {
        assertThat(notOverridden(Connector.class, SkippingConnector.class))
                .as("methods of Connector that SkippingConnector leaves to their default")
                .isEqualTo(Sets.intersection(CONNECTOR_NOT_FORWARDED.keySet(), methods(Connector.class)));
    }

    @Test
    public void testMetadataForwardsEverything() {
        assertThat(notOverridden(ConnectorMetadata.class, SkippingMetadata.class))
                .as("methods of ConnectorMetadata that SkippingMetadata leaves to their default")
                .isEqualTo(new TreeSet<>(METADATA_NOT_FORWARDED.keySet()));
    }

    @Test
    public void testMethodsThatReturnTheScansHandleKeepThePredicate() {
        // every method of the SPI that makes a table handle from a table handle either attaches the predicate again or
        // is
        // listed here with the reason why its scan must not be pruned
        Map<String, String> mustNotPrune = Map.of(
                "beginStatisticsCollection", "ANALYZE reads all rows",
                "beginTableExecute", "OPTIMIZE deletes what it has scanned; refused of a scan that filters",
                "applyDelete", "a delete of whole partitions is no scan; refused of a scan that filters",
                "makeCompatiblePartitioning", "deprecated; Hive does not implement it",
                "applyUpdate", "Hive does not push down updates");
        Set<String> attach = Set.of(
                "applyFilter", "applyProjection", "applyPartitioning", "applyLimit", "applyTopN", "applyAggregation");
        Set<String> others = Set.of(
                "getTableHandle",
                "getSystemTable",
                "getTableStatistics",
                "getTableProperties",
                "getInfo",
                "cleanupQuery",
                "applyDelete",
                "beginTableExecute",
                "getInsertLayout",
                "beginInsert");
        assertThat(Sets.union(publicMethods(ScanMetadata.class), publicMethods(SkippingMetadata.class)))
                .as("methods that attach the predicate")
                .isEqualTo(Sets.union(attach, others));

        Set<String> handleMakers = handleMakers();
        handleMakers.removeAll(attach);
        handleMakers.removeAll(mustNotPrune.keySet());
        // joins, aggregations, samples and the like: Hive's metadata does not implement them
        handleMakers.removeIf(name -> !declaredBy(HiveMetadata.class, name));
        assertThat(handleMakers)
                .as("methods of Hive's metadata that make a handle from a handle, and about which nothing was decided")
                .isEmpty();
    }

    /**
     * Classes that neither wrap nor replace anything: what an interface does by default is as right for them as for those of
     * any other plugin.
     */
    private static final Set<String> OF_ITS_OWN = Set.of(
            "AnswerSplit",
            "IcebergSummarizeSplit",
            "IndexViewTable",
            "LayoutPartitioningHandle",
            "NodesTable",
            "PageStream",
            "ParquetSegmentReader$1",
            "QueryLogListener",
            "QueryLogPlugin",
            "ReleaseCheck$1",
            "SkippingPlugin",
            "SummarizeFunctionProvider",
            "SummarizeSplit");

    private static final Set<Class<?>> TESTED_ABOVE = Set.of(
            SkippingConnector.class,
            SkippingMetadata.class,
            SkippingIcebergConnector.class,
            SkippingIcebergMetadata.class);

    /**
     * What all other classes leave to the default of an interface of the engine or of Hive, and why. A new method of an
     * interface, in this release or a later one, is either implemented by all of them or listed here.
     */
    private static final Map<String, String> LEFT_TO_DEFAULT = Map.ofEntries(
            entry("FilteringPageSource.getNextPage", "the engine calls getNextSourcePage; not in all releases"),
            entry("PiecePageSource.getNextPage", "the same"),
            entry("PromisedPageSource.getNextPage", "the same"),
            entry("RangeInputFile$RangeInput.readFully", "the default makes an array, and calls the other one"),
            entry("RangeInputFile$RangeInput.readTail", "the same"),
            entry("RangeInputFile$RangeInput.getMetrics", "readers of blocks do not ask for it; not in all releases"),
            entry("TextPageSource.getNextPage", "the same"),
            entry("TextPageSource.getMetrics", "Hive's has none, either"),
            entry("TextPageSource.isBlocked", "it waits for the store, as Hive's does"),
            entry("TextPage.getColumns", "the default gets the columns one by one, as it should"),
            entry("LayoutPageSink.closeIdleWriters", "rows are sorted first, so writers are open only at the end"),
            entry(
                    "LayoutPageSink.getValidationCpuNanos",
                    "a metric of writers that read what they wrote, off by default"),
            entry("SkippingSplit.getSplitInfo", "Hive's has none, either; not in all releases"),
            // from 482 on
            entry(
                    "SkippingPageSourceProvider.createPageSource",
                    "the default reports the memory that page sources tell"),
            entry(
                    "IcebergPageSources$OfQuery.createPageSource",
                    "the default reports the memory that page sources tell"),
            entry("SkippingPageSourceProvider.getMemoryUsage", "Hive's has none, either"),
            entry(
                    "LargeObjectReader.createPageSource",
                    "it wraps readers of rows, which tell their memory to the default"),
            entry("TextPageSourceFactory.createPageSource", "the default reports the memory that page sources tell"),
            entry("SummarizeProcessor.close", "one call of process does all and leaves nothing open"),
            entry("IndexFreeFileSystem.listFilesStartingFrom", "the default filters listFiles; Hive does not call it"),
            entry("ObjectTags$1.listFilesStartingFrom", "the same"),
            entry("RangeFileSystem.listFilesStartingFrom", "the same"));

    @Test
    public void testEveryClassDecidesAboutEveryMethod() throws IOException {
        Set<String> left = new TreeSet<>();
        Set<String> names = new HashSet<>();
        for (Class<?> type : concreteClasses()) {
            String name = type.getName().substring(type.getPackageName().length() + 1);
            names.add(name);
            if (TESTED_ABOVE.contains(type) || OF_ITS_OWN.contains(name)) {
                continue;
            }
            for (Method method : type.getMethods()) {
                if (isDefault(method)) {
                    left.add(name + "." + method.getName());
                }
            }
        }
        assertThat(left)
                .as("methods that classes leave to the default of the interface")
                .isSubsetOf(LEFT_TO_DEFAULT.keySet());
        assertThat(names)
                .as("classes that are listed")
                .containsAll(OF_ITS_OWN)
                .containsAll(LEFT_TO_DEFAULT.keySet().stream()
                        .map(listed -> listed.substring(0, listed.indexOf('.')))
                        .toList());
    }

    private static boolean isDefault(Method method) {
        return method.isDefault() && method.getDeclaringClass().getName().startsWith("io.trino.");
    }

    private static List<Class<?>> concreteClasses() throws IOException {
        List<Class<?>> types = new ArrayList<>();
        for (ClassPath.ClassInfo each :
                ClassPath.from(SkippingPlugin.class.getClassLoader()).getAllClasses()) {
            if (each.getPackageName().startsWith(SkippingPlugin.class.getPackageName())) {
                Class<?> type = each.load();
                if (isOfPlugin(type) && !Modifier.isAbstract(type.getModifiers())) {
                    types.add(type);
                }
            }
        }
        assertThat(types).as("classes of the plugin").contains(SkippingConnector.class, SkippingSplitManager.class);
        return types;
    }

    private static boolean isOfPlugin(Class<?> type) {
        return type.getProtectionDomain()
                .getCodeSource()
                .equals(SkippingPlugin.class.getProtectionDomain().getCodeSource());
    }

    @DataProvider
    public Object[][] wrappers() {
        return new Object[][] {
            wrapper(ConnectorSplitSource.class, source -> {
                DynamicFilter filter = DynamicFilter.EMPTY;
                return SplitSources.source(SplitSources.batches(source, filter), filter);
            }),
            wrapper(
                    ConnectorPageSource.class,
                    source -> new ScanPages()
                            .filtered(
                                    TupleDomain.withColumnDomains(
                                            Map.of(new ColumnHandle() {}, Domain.notNull(BigintType.BIGINT))),
                                    List.of(),
                                    false,
                                    _ -> source)),
            wrapper(
                    ConnectorPageSource.class,
                    source -> PromisedPageSource.open(
                            new RowPromise(List.of(), false),
                            "object",
                            () -> true,
                            HiveErrorCode.HIVE_FILESYSTEM_ERROR,
                            List.of(),
                            _ -> source)),
            wrapper(TrinoFileSystem.class, files -> new ForwardingFileSystem(files) {}),
            wrapper(ConnectorAccessControl.class, new SelectRights(new SkippingConfig())::watch)
        };
    }

    private static <T> Object[] wrapper(Class<T> spi, UnaryOperator<T> wrap) {
        return new Object[] {spi, wrap};
    }

    /** What is overridden may still not be passed on. */
    @Test(dataProvider = "wrappers")
    public <T> void testEveryCallReachesWhatIsWrapped(Class<T> spi, UnaryOperator<T> wrap)
            throws ReflectiveOperationException {
        Set<String> lost = new TreeSet<>();
        for (Method method : spi.getMethods()) {
            if (Modifier.isStatic(method.getModifiers())) {
                continue;
            }
            Set<String> reached = new HashSet<>();
            T wrapped = wrap.apply(Reflection.newProxy(spi, (_, called, _) -> {
                reached.add(called.getName());
                return empty(called.getReturnType());
            }));
            if (isDefault(wrapped.getClass().getMethod(method.getName(), method.getParameterTypes()))) {
                // listed above, with the reason
                continue;
            }
            reached.clear();
            Object[] arguments = new Object[method.getParameterCount()];
            for (int argument = 0; argument < arguments.length; argument++) {
                arguments[argument] = empty(method.getParameterTypes()[argument]);
            }
            try {
                method.invoke(wrapped, arguments);
            } catch (InvocationTargetException e) {
                // the arguments make no sense, so what is done with them or with the result may fail
            }
            if (!reached.contains(method.getName())) {
                lost.add(method.toGenericString());
            }
        }
        assertThat(lost)
                .as("calls that do not reach the wrapped %s", spi.getSimpleName())
                .isEmpty();
    }

    /** Returns a value of a type that says as little as possible. */
    private static Object empty(Class<?> type) throws IllegalAccessException {
        if (type == Optional.class) {
            return Optional.empty();
        }
        if (type == CompletableFuture.class) {
            return CompletableFuture.completedFuture(null);
        }
        for (Field field : type.getFields()) {
            if (field.getName().equals("EMPTY") && field.getType() == type) {
                return field.get(null);
            }
        }
        return Defaults.defaultValue(type);
    }

    private static Set<String> publicMethods(Class<?> type) {
        return Arrays.stream(type.getDeclaredMethods())
                .filter(method -> Modifier.isPublic(method.getModifiers()) && !method.isBridge())
                .map(Method::getName)
                .collect(Collectors.toSet());
    }

    /** Methods of the SPI that make a table handle from a table handle. */
    private static Set<String> handleMakers() {
        return Arrays.stream(ConnectorMetadata.class.getMethods())
                .filter(method -> Arrays.stream(method.getParameterTypes())
                        .anyMatch(type -> type.getSimpleName().equals("ConnectorTableHandle")))
                .filter(method -> method.getGenericReturnType().getTypeName().contains("ConnectorTableHandle"))
                .map(Method::getName)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static boolean declaredBy(Class<?> metadata, String name) {
        return Arrays.stream(metadata.getDeclaredMethods())
                .anyMatch(method -> method.getName().equals(name));
    }

    private static Set<String> methods(Class<?> spi) {
        return Arrays.stream(spi.getMethods()).map(Method::getName).collect(Collectors.toSet());
    }

    private static Set<String> notOverridden(Class<?> spi, Class<?> implementation) {
        Set<String> missing = new TreeSet<>();
        for (Method method : spi.getMethods()) {
            if (Modifier.isStatic(method.getModifiers())) {
                continue;
            }
            try {
                Method found = implementation.getMethod(method.getName(), method.getParameterTypes());
                Class<?> where = found.getDeclaringClass();
                if (where != implementation
                        && where != ScanMetadata.class
                        && where != ClassLoaderSafeConnectorMetadata.class
                        && where != StatisticsMetadata.class
                        && where != ForwardingConnector.class) {
                    missing.add(method.getName());
                }
            } catch (NoSuchMethodException e) {
                missing.add(method.getName());
            }
        }
        return missing;
    }
}
