// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner.kafka;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.common.config.ConfigException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Partitions of a model as partitions of topics. */
final class TopicPartitions {
    private static final Logger LOG = LoggerFactory.getLogger(TopicPartitions.class);

    private record Sizes(int model, int topic) {}

    /** Of topics that records were sent to. */
    private final Map<String, Sizes> known = new ConcurrentHashMap<>();

    /**
     * The topic's partition for a record.
     *
     * @param partition of the model
     * @param ofModel how many partitions the model has
     * @param ofTopic how many the topic has
     * @throws ConfigException if the topic's first record finds more of them in the topic than in the model
     */
    int partition(String topic, int partition, int ofModel, int ofTopic) {
        Sizes before = known.get(topic);
        if (before == null || before.model != ofModel || before.topic != ofTopic) {
            check(topic, before, new Sizes(ofModel, ofTopic));
        }
        return map(partition, ofModel, ofTopic);
    }

    /** Partitions in one piece for each of the topic's, if it has fewer, and the same number otherwise. */
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
