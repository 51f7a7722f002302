// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
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

        ObjectWriter(TopicPartition partition, long begin) {
            name = partition + "/" + begin;
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
        private final Map<TopicPartition, Long> begins = new HashMap<>();
        private final Consumer<byte[], byte[]> consumer;
        private final int targetBytes;
        private final Duration maxAge;

        Example(Consumer<byte[], byte[]> consumer, int targetBytes, Duration maxAge) {
            this.consumer = consumer;
            this.targetBytes = targetBytes;
            this.maxAge = maxAge;
            consumer.subscribe(List.of(TOPIC), new ConsumerRebalanceListener() {
                @Override
                public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
                    Map<TopicPartition, OffsetAndMetadata> committed = consumer.committed(Set.copyOf(partitions));
                    for (TopicPartition partition : partitions) {
                        OffsetAndMetadata position = committed.get(partition);
                        if (position == null) {
                            // the beginning of the topic may be another one when the next consumer asks for it
                            position = new OffsetAndMetadata(
                                    consumer.beginningOffsets(Set.of(partition)).get(partition));
                            consumer.commitSync(Map.of(partition, position));
                        }
                        consumer.seek(partition, position);
                        begins.put(partition, position.offset());
                    }
                }

                // also called for partitions that are lost
                @Override
                public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
                    for (TopicPartition partition : partitions) {
                        begins.remove(partition);
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
                // a record without a value deletes a key of a compacted topic, and is no row
                if (record.value() != null) {
                    ObjectWriter writer =
                            open.computeIfAbsent(partition, key -> new ObjectWriter(key, begins.get(key)));
                    writer.write(record.value());
                    if (writer.bytes() >= targetBytes) {
                        end(partition, record.offset() + 1);
                    }
                }
            }
            for (TopicPartition partition : List.copyOf(begins.keySet())) {
                ObjectWriter writer = open.get(partition);
                long position = consumer.position(partition);
                if (writer == null
                        ? position > begins.get(partition)
                        : writer.age().compareTo(maxAge) >= 0) {
                    end(partition, position);
                }
            }
        }

        private void end(TopicPartition partition, long position) {
            ObjectWriter writer = open.remove(partition);
            if (writer != null) {
                writer.close();
            }
            consumer.commitSync(Map.of(partition, new OffsetAndMetadata(position)));
            begins.put(partition, position);
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
        try (MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("none")) {
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
                    .containsEntry(KEPT, new OffsetAndMetadata(0));

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
        try (MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("none")) {
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
                    .containsEntry(MOVED, new OffsetAndMetadata(0));

            add(consumer, KEPT, 2);
            example.poll();
            now = MAX_AGE.multipliedBy(2);
            example.poll();
            assertThat(objects)
                    .as("the next object begins where the commit ends")
                    .containsExactlyInAnyOrder("readings-0/0[0, 1]", "readings-1/0[0]", "readings-0/2[2]");
        }
    }

    /** A process ends between the end of an object and its commit, and the topic is compacted before the next begins. */
    @Test
    public void testAnObjectIsReplacedThoughItsFirstRecordIsGone() {
        for (int first : new int[] {100, 103}) {
            try (MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("none")) {
                Example example = new Example(consumer, 3, MAX_AGE);
                assign(consumer, 100, 0);
                add(consumer, KEPT, first, 104, 105);
                example.poll();
                assertThat(consumer.committed(Set.of(KEPT))).containsEntry(KEPT, new OffsetAndMetadata(106));
            }
        }
        assertThat(objects).containsExactly("readings-0/100[100, 104, 105]", "readings-0/100[103, 104, 105]");
    }

    /** Otherwise, the second process would begin elsewhere, under another name. */
    @Test
    public void testTheFirstObjectBeginsWhereTheTopicBegan() {
        for (int beginning : new int[] {7, 8}) {
            try (MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("none")) {
                Example example = new Example(consumer, 3, MAX_AGE);
                consumer.updateBeginningOffsets(Map.of(KEPT, (long) beginning));
                consumer.rebalance(List.of(KEPT));
                add(consumer, KEPT, 9);
                example.poll();
                assertThat(consumer.committed(Set.of(KEPT)))
                        .as("before any object is closed")
                        .containsEntry(KEPT, new OffsetAndMetadata(beginning));
            }
        }
        assertThat(objects).isEmpty();
    }

    /** An object of the committed position may have the records that the topic has deleted. */
    @Test
    public void testNoObjectIsReplacedByOneThatLacksDeletedRecords() {
        try (MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("none")) {
            Example example = new Example(consumer, 3, MAX_AGE);
            assign(consumer, 100, 103);
            add(consumer, KEPT, 103, 104, 105);
            assertThatThrownBy(example::poll).isInstanceOf(OffsetOutOfRangeException.class);
        }
        assertThat(objects).isEmpty();
    }

    @Test
    public void testRecordsWithoutAValueAreNoRows() {
        try (MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("none")) {
            Example example = new Example(consumer, 2, MAX_AGE);
            assign(consumer, 100, 0);
            consumer.addRecord(new ConsumerRecord<>(TOPIC, 0, 100, new byte[0], null));
            example.poll();
            assertThat(objects).isEmpty();
            assertThat(consumer.committed(Set.of(KEPT)))
                    .as("there is nothing to write of what is before")
                    .containsEntry(KEPT, new OffsetAndMetadata(101));
            add(consumer, KEPT, 101);
            consumer.addRecord(new ConsumerRecord<>(TOPIC, 0, 102, new byte[0], null));
            example.poll();
            assertThat(consumer.committed(Set.of(KEPT))).containsEntry(KEPT, new OffsetAndMetadata(101));
            add(consumer, KEPT, 103);
            example.poll();
            assertThat(objects).containsExactly("readings-0/101[101, 103]");
        }
    }

    /** Assigns the partition to a member of a group that has committed a position of it. */
    private static void assign(MockConsumer<byte[], byte[]> consumer, long committed, long beginning) {
        consumer.updateBeginningOffsets(Map.of(KEPT, beginning));
        // the mock forgets what was committed before it subscribed
        consumer.commitSync(Map.of(KEPT, new OffsetAndMetadata(committed)));
        consumer.rebalance(List.of(KEPT));
    }
}
