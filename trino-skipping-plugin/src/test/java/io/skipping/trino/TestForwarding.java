// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.Sets;
import io.skipping.trino.hive.SkippingMetadata;
import io.trino.plugin.base.classloader.ClassLoaderSafeConnectorMetadata;
import io.trino.spi.connector.Connector;
import io.trino.spi.connector.ConnectorMetadata;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
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

    @Test
    public void connectorForwardsEverything() {
        assertThat(notOverridden(Connector.class, SkippingConnector.class))
                .as("methods of Connector that SkippingConnector leaves to their default")
                .isEqualTo(Sets.intersection(CONNECTOR_NOT_FORWARDED.keySet(), methods(Connector.class)));
    }

    @Test
    public void metadataForwardsEverything() {
        assertThat(notOverridden(ConnectorMetadata.class, SkippingMetadata.class))
                .as("methods of ConnectorMetadata that SkippingMetadata leaves to their default")
                .isEqualTo(new TreeSet<>(METADATA_NOT_FORWARDED.keySet()));
    }

    @Test
    public void methodsThatReturnTheScansHandleKeepThePredicate() {
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
        Set<String> ours = Arrays.stream(SkippingMetadata.class.getDeclaredMethods())
                .filter(method -> Modifier.isPublic(method.getModifiers()) && !method.isBridge())
                .map(Method::getName)
                .collect(Collectors.toSet());
        assertThat(ours).as("methods that attach the predicate").isEqualTo(Sets.union(attach, others));

        Set<String> handleMakers = Arrays.stream(ConnectorMetadata.class.getMethods())
                .filter(method -> Arrays.stream(method.getParameterTypes())
                        .anyMatch(type -> type.getSimpleName().equals("ConnectorTableHandle")))
                .filter(method -> method.getGenericReturnType().getTypeName().contains("ConnectorTableHandle"))
                .map(Method::getName)
                .collect(Collectors.toCollection(TreeSet::new));
        handleMakers.removeAll(attach);
        handleMakers.removeAll(mustNotPrune.keySet());
        // joins, aggregations, samples and the like: Hive's metadata does not implement them
        handleMakers.removeIf(name -> !declaredByHive(name));
        assertThat(handleMakers)
                .as("methods of Hive's metadata that make a handle from a handle, and about which nothing was decided")
                .isEmpty();
    }

    private static boolean declaredByHive(String name) {
        return Arrays.stream(io.trino.plugin.hive.HiveMetadata.class.getDeclaredMethods())
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
                if (where != implementation && where != ClassLoaderSafeConnectorMetadata.class) {
                    missing.add(method.getName());
                }
            } catch (NoSuchMethodException e) {
                missing.add(method.getName());
            }
        }
        return missing;
    }
}
