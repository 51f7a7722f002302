// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.apache.kafka.common.config.ConfigException;
import org.testng.annotations.Test;

public class TestTopicPartitions {
    @Test
    public void testSameNumber() {
        TopicPartitions topics = new TopicPartitions();
        for (int partition = 0; partition < 7; partition++) {
            assertThat(topics.partition("t", partition, 7, 7)).isEqualTo(partition);
        }
    }

    @Test
    public void testFewerInTopic() {
        for (int ofModel = 1; ofModel <= 40; ofModel++) {
            for (int ofTopic = 1; ofTopic <= ofModel; ofTopic++) {
                int[] taken = new int[ofTopic];
                int before = 0;
                for (int partition = 0; partition < ofModel; partition++) {
                    int mapped = TopicPartitions.map(partition, ofModel, ofTopic);
                    assertThat(mapped).as("runs, in order").isIn(before, before + 1);
                    taken[mapped]++;
                    before = mapped;
                }
                assertThat(taken).as("fair shares").doesNotContain(0);
                for (int count : taken) {
                    assertThat(count).isBetween(ofModel / ofTopic, (ofModel + ofTopic - 1) / ofTopic);
                }
            }
        }
        assertThat(TopicPartitions.map(999_999, 1_000_000, 100_000))
                .as("beyond 32 bits")
                .isEqualTo(99_999);
    }

    @Test
    public void testMoreInTopic() {
        TopicPartitions topics = new TopicPartitions();
        for (int record = 0; record < 2; record++) {
            assertThatThrownBy(() -> topics.partition("readings", 3, 8, 12))
                    .as("also the second record")
                    .isInstanceOf(ConfigException.class)
                    .hasMessageContaining("Topic readings has 12 partitions, its layout's model 8: 4 of the topic's")
                    .hasMessageContaining("layout.model");
        }
        assertThat(topics.partition("other", 3, 8, 8)).isEqualTo(3);
    }

    @Test
    public void testTopicThatGrows() {
        TopicPartitions topics = new TopicPartitions();
        assertThat(topics.partition("t", 7, 8, 4)).isEqualTo(3);
        assertThat(topics.partition("t", 7, 8, 8)).isEqualTo(7);
        assertThat(topics.partition("t", 7, 8, 12)).as("records go on").isEqualTo(7);
        assertThat(topics.partition("t", 1, 2, 12))
                .as("with a smaller model, too")
                .isEqualTo(1);
    }
}
