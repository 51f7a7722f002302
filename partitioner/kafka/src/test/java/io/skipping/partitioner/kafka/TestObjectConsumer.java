// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.Test;

/** Tests the consumer of docs/partitioner-adapters.md, which writes the objects of each partition. */
public class TestObjectConsumer {
    private static final String TOPIC = "readings";
    private static final TopicPartition KEPT = new TopicPartition(TOPIC, 0);
    private static final TopicPartition MOVED = new TopicPartition(TOPIC, 1);

    private static final Duration MAX_AGE = Duration.ofHours(1);

    private final List<String> objects = new ArrayList<>();
    private Duration now = Duration.ZERO;

    private final class ObjectWriter {
        private final String name;
        private final Duration openedAt = now;
        private final List<Byte> written = new ArrayList<>();

        ObjectWriter(TopicPartition partition, long firstOffset) {
            name = partition + "/" + firstOffset;
        }

        void write(byte[] record) {
            for (byte one : record) {
                written.add(one);
            }
        }

        int bytes() {
            return written.size();
        }

        Duration age() {
            return now.minus(openedAt);
        }

        void close() {
            objects.add(name + written);
        }

        void abandon() {
            written.clear();
        }
    }

    /** The example: subscribes once, and is then called for what is polled. */
    private final class Example {
        private final Map<TopicPartition, ObjectWriter> open = new HashMap<>();
        private final Consumer<byte[], byte[]> consumer;
        private final int targetBytes;
        private final Duration maxAge;

        Example(Consumer<byte[], byte[]> consumer, int targetBytes, Duration maxAge) {
            this.consumer = consumer;
            this.targetBytes = targetBytes;
            this.maxAge = maxAge;
            consumer.subscribe(List.of(TOPIC), new ConsumerRebalanceListener() {
                @Override
                public void onPartitionsAssigned(Collection<TopicPartition> partitions) {}

                // also called for partitions that are lost
                @Override
                public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
                    for (TopicPartition partition : partitions) {
                        ObjectWriter writer = open.remove(partition);
                        if (writer != null) {
                            writer.abandon();
                        }
                    }
                }
            });
        }

        void poll() {
            for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ZERO)) {
                TopicPartition partition = new TopicPartition(record.topic(), record.partition());
                ObjectWriter writer = open.computeIfAbsent(partition, key -> new ObjectWriter(key, record.offset()));
                writer.write(record.value());
                if (writer.bytes() >= targetBytes) {
                    open.remove(partition).close();
                    consumer.commitSync(Map.of(partition, new OffsetAndMetadata(record.offset() + 1)));
                }
            }
            for (TopicPartition partition : List.copyOf(open.keySet())) {
                if (open.get(partition).age().compareTo(maxAge) >= 0) {
                    open.remove(partition).close();
                    consumer.commitSync(Map.of(partition, new OffsetAndMetadata(consumer.position(partition))));
                }
            }
        }
    }

    @BeforeMethod
    public void reset() {
        objects.clear();
        now = Duration.ZERO;
    }

    private static void add(MockConsumer<byte[], byte[]> consumer, TopicPartition partition, int... offsets) {
        for (int offset : offsets) {
            consumer.addRecord(new ConsumerRecord<>(
                    partition.topic(), partition.partition(), offset, new byte[0], new byte[] {(byte) offset}));
        }
    }

    @Test
    public void testRecordsOfAPartitionThatMovesAreInOneObjectEach() {
        try (MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("earliest")) {
            Example example = new Example(consumer, 3, MAX_AGE);
            consumer.updateBeginningOffsets(Map.of(KEPT, 0L, MOVED, 0L));
            consumer.rebalance(List.of(KEPT, MOVED));
            add(consumer, KEPT, 0, 1);
            add(consumer, MOVED, 0, 1, 2, 3, 4);
            example.poll();
            assertThat(objects).containsExactly("readings-1/0[0, 1, 2]");
            assertThat(consumer.committed(Set.of(KEPT, MOVED)))
                    .as("records of open objects are not committed")
                    .containsEntry(MOVED, new OffsetAndMetadata(3))
                    .doesNotContainKey(KEPT);

            consumer.rebalance(List.of(KEPT));
            // another consumer writes the object of offsets 3 to 5, and more
            consumer.commitSync(Map.of(MOVED, new OffsetAndMetadata(6)));
            consumer.rebalance(List.of(KEPT, MOVED));
            add(consumer, MOVED, 6, 7, 8);
            example.poll();
            assertThat(objects)
                    .as("an abandoned object has no part in later ones")
                    .containsExactly("readings-1/0[0, 1, 2]", "readings-1/6[6, 7, 8]");
        }
    }

    /** Otherwise, the topic may delete records that are in no object, and whose offsets nobody has committed. */
    @Test
    public void testAnObjectThatFillsSlowlyIsClosedByItsAge() {
        try (MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("earliest")) {
            Example example = new Example(consumer, 3, MAX_AGE);
            consumer.updateBeginningOffsets(Map.of(KEPT, 0L, MOVED, 0L));
            consumer.rebalance(List.of(KEPT, MOVED));
            add(consumer, KEPT, 0, 1);
            example.poll();
            now = MAX_AGE.dividedBy(2);
            add(consumer, MOVED, 0);
            example.poll();
            assertThat(objects).as("all are young").isEmpty();

            now = MAX_AGE;
            example.poll();
            assertThat(objects).as("the older one, also if nothing arrives").containsExactly("readings-0/0[0, 1]");
            assertThat(consumer.committed(Set.of(KEPT, MOVED)))
                    .containsEntry(KEPT, new OffsetAndMetadata(2))
                    .doesNotContainKey(MOVED);

            add(consumer, KEPT, 2);
            example.poll();
            now = MAX_AGE.multipliedBy(2);
            example.poll();
            assertThat(objects)
                    .as("the next object begins where the commit ends")
                    .containsExactlyInAnyOrder("readings-0/0[0, 1]", "readings-1/0[0]", "readings-0/2[2]");
        }
    }
}
