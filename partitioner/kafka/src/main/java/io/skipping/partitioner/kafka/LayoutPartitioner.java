// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner.kafka;

import io.skipping.partitioner.ArrayRow;
import io.skipping.partitioner.LayoutModel;
import io.skipping.partitioner.Row;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.producer.Partitioner;
import org.apache.kafka.common.Cluster;
import org.apache.kafka.common.metrics.Gauge;
import org.apache.kafka.common.metrics.Monitorable;
import org.apache.kafka.common.metrics.PluginMetrics;

/**
 * Sends each record to the topic partition that a model determines. The producer's properties configure it, see {@link
 * LayoutPartitionerConfig}. A record is never refused because of its content: unreadable values count as NULL.
 */
public final class LayoutPartitioner implements Partitioner, Monitorable {
    private final TopicPartitions topics = new TopicPartitions();
    private final UnreadableRecords unreadable = new UnreadableRecords();
    private final ScheduledExecutorService refresher =
            Executors.newSingleThreadScheduledExecutor(LayoutPartitioner::thread);
    private RecordColumns columns;
    private CurrentModel current;

    /**
     * Configures the partitioner and reads the first model.
     *
     * @throws org.apache.kafka.common.config.ConfigException if the model cannot be read
     */
    @Override
    public void configure(Map<String, ?> properties) {
        LayoutPartitionerConfig config = new LayoutPartitionerConfig(properties);
        columns = config.columns();
        current = new CurrentModel(ModelSource.of(config.model()));
        long pause = config.modelRefreshMillis();
        if (pause > 0) {
            refresher.scheduleWithFixedDelay(current::refresh, pause, pause, TimeUnit.MILLISECONDS);
        }
    }

    private static Thread thread(Runnable work) {
        Thread thread = new Thread(work, "layout-model-refresher");
        thread.setDaemon(true);
        return thread;
    }

    @Override
    public void withPluginMetrics(PluginMetrics metrics) {
        add(metrics, "unreadable-records-total", "Records of which some column could not be read", unreadable::count);
        add(
                metrics,
                "model-partitions",
                "Partitions of the model in use",
                () -> current.model().partitions());
        add(metrics, "model-loads-total", "Models that were taken, the first one included", current::loads);
        add(metrics, "model-failures-total", "Times that the model could not be read", current::failures);
    }

    private static void add(PluginMetrics metrics, String name, String description, LongSupplier value) {
        Gauge<Long> gauge = (config, now) -> value.getAsLong();
        metrics.addMetric(metrics.metricName(name, description, new LinkedHashMap<>()), gauge);
    }

    @Override
    public int partition(
            String topic, Object key, byte[] serializedKey, Object value, byte[] serializedValue, Cluster cluster) {
        LayoutModel model = current.model();
        int partition = model.partition(row(model, topic, value, serializedValue));
        return topics.partition(topic, partition, model.partitions(), cluster.partitionCountForTopic(topic));
    }

    private Row row(LayoutModel model, String topic, Object value, byte[] serialized) {
        ArrayRow row = new ArrayRow(model.columns().size());
        try {
            columns.read(value, serialized, model.columns(), row).ifPresent(problem -> unreadable.add(topic, problem));
            return row;
        } catch (RuntimeException e) {
            // a failure in a user's class must not lose records
            unreadable.add(topic, e.toString());
            return new ArrayRow(model.columns().size());
        }
    }

    @Override
    public void close() {
        refresher.shutdownNow();
        if (columns != null) {
            columns.close();
        }
    }
}
