// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner.kafka;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.common.config.ConfigException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Maps partitions of a model to partitions of topics. */
final class TopicPartitions {
    private static final Logger LOG = LoggerFactory.getLogger(TopicPartitions.class);

    private record Sizes(int model, int topic) {}

    /** The topics that records were sent to. */
    private final Map<String, Sizes> known = new ConcurrentHashMap<>();

    /**
     * Returns the topic's partition for a record.
     *
     * @param partition the record's partition in the model
     * @param ofModel the number of the model's partitions
     * @param ofTopic the number of the topic's partitions
     * @throws ConfigException if, at the topic's first record, the topic has more partitions than the model
     */
    int partition(String topic, int partition, int ofModel, int ofTopic) {
        Sizes before = known.get(topic);
        if (before == null || before.model != ofModel || before.topic != ofTopic) {
            check(topic, before, new Sizes(ofModel, ofTopic));
        }
        return map(partition, ofModel, ofTopic);
    }

    /**
     * Returns the topic's partition for a partition of the model. If the topic has fewer partitions, each takes a
     * contiguous run of the model's; otherwise the numbers are the same.
     */
    static int map(int partition, int ofModel, int ofTopic) {
        return ofTopic >= ofModel ? partition : (int) ((long) partition * ofTopic / ofModel);
    }

    private void check(String topic, Sizes before, Sizes now) {
        if (now.topic > now.model) {
            String unused = "Topic %s has %d partitions, its layout's model %d: %d of the topic's would never be used. "
                    .formatted(topic, now.topic, now.model, now.topic - now.model);
            if (before == null) {
                throw new ConfigException(unused
                        + "Train a model with %d partitions or more, and set it as %s"
                                .formatted(now.topic, LayoutPartitionerConfig.MODEL));
            }
            LOG.warn("{}Records go on to the first {}", unused, now.model);
        } else if (now.topic < now.model) {
            LOG.info(
                    "Topic {} has {} partitions, its layout's model {}: each of the topic's takes a run of the model's",
                    topic,
                    now.topic,
                    now.model);
        }
        known.put(topic, now);
    }
}
