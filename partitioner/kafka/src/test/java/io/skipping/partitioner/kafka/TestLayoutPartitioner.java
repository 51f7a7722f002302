// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.skipping.partitioner.ArrayRow;
import io.skipping.partitioner.Column;
import io.skipping.partitioner.ColumnType;
import io.skipping.partitioner.LayoutModel;
import io.skipping.partitioner.ModelJson;
import io.skipping.partitioner.train.CutStrategy;
import io.skipping.partitioner.train.History;
import io.skipping.partitioner.train.KdTreeTrainer;
import io.skipping.partitioner.train.Sample;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.Test;

/** Tests a producer and a consumer at a real broker. */
@Test(groups = "servers")
public class TestLayoutPartitioner {
    private static final List<Column> COLUMNS = List.of(
            new Column("latitude", ColumnType.DOUBLE),
            new Column("longitude", ColumnType.DOUBLE),
            new Column("time", ColumnType.TIMESTAMP));
    private static final long FIRST = 1_768_471_200_000_000L;
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final AtomicInteger TOPICS = new AtomicInteger();

    private Path folder;
    private Path file;
    private Broker broker;
    private Admin admin;
    private String topic;

    @BeforeClass
    public void start() throws Exception {
        folder = Files.createTempDirectory("layout");
        file = folder.resolve("model.json");
        broker = Broker.start(Files.createDirectory(folder.resolve("broker")));
        admin = Admin.create(Map.of("bootstrap.servers", broker.address()));
    }

    @AfterClass(alwaysRun = true)
    public void stop() throws IOException {
        if (admin != null) {
            admin.close();
        }
        if (broker != null) {
            broker.close();
        }
        try (Stream<Path> paths = Files.walk(folder)) {
            for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }

    @BeforeMethod
    public void newTopic() {
        topic = "readings" + TOPICS.incrementAndGet();
    }

    private void create(int partitions) throws Exception {
        admin.createTopics(List.of(new NewTopic(topic, partitions, (short) 1)))
                .all()
                .get();
        awaitLeaders(partitions);
    }

    /** A producer that is faster than a new partition's leader may send its first batches out of order, and never recover. */
    private void awaitLeaders(int partitions) throws Exception {
        Map<TopicPartition, OffsetSpec> all = new HashMap<>();
        for (int partition = 0; partition < partitions; partition++) {
            all.put(new TopicPartition(topic, partition), OffsetSpec.latest());
        }
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            try {
                // only leaders answer
                admin.listOffsets(all).all().get();
                return;
            } catch (ExecutionException e) {
                // the broker may not have heard of the topic yet
                if (!(e.getCause() instanceof RetriableException) || System.nanoTime() > end) {
                    throw e;
                }
                LockSupport.parkNanos(1_000_000);
            }
        }
    }

    private record Reading(double latitude, double longitude, long time) {
        static List<Reading> random(long seed, int count) {
            SplittableRandom random = new SplittableRandom(seed);
            return IntStream.range(0, count)
                    .mapToObj(number -> new Reading(
                            48 + random.nextDouble(),
                            2 + random.nextDouble(),
                            FIRST + random.nextLong(86_400_000_000L)))
                    .toList();
        }

        ArrayRow row() {
            return new ArrayRow(3).set(0, latitude).set(1, longitude).set(2, time);
        }

        String json() {
            return "{\"meter\": {\"latitude\": 0}, \"latitude\": %s, \"longitude\": %s, \"time\": %d, \"value\": 1}"
                    .formatted(latitude, longitude, time);
        }
    }

    private static LayoutModel train(long seed, int partitions) {
        Sample.Builder sample = Sample.builder(COLUMNS);
        Reading.random(seed, 2_000).forEach(reading -> sample.add(reading.row()));
        return new KdTreeTrainer(CutStrategy.roundRobin(), History.of(List.of())).train(sample.build(), partitions);
    }

    /** As docs/partitioner-adapters.md has it: beside the old one, and moved there. */
    private void publish(String content) throws IOException {
        Path next = folder.resolve("model.json.next");
        Files.writeString(next, content);
        Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    private <V> KafkaProducer<byte[], V> producer(Serializer<V> serializer, Map<String, Object> more) {
        Map<String, Object> properties = new HashMap<>(Map.of(
                "bootstrap.servers",
                broker.address(),
                "linger.ms",
                "5",
                "partitioner.class",
                LayoutPartitioner.class.getName(),
                LayoutPartitionerConfig.MODEL,
                file.toString(),
                LayoutPartitionerConfig.MODEL_REFRESH_MS,
                "20"));
        properties.putAll(more);
        return new KafkaProducer<>(properties, new ByteArraySerializer(), serializer);
    }

    private KafkaProducer<byte[], byte[]> producer() {
        return producer(new ByteArraySerializer(), Map.of());
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static long metric(KafkaProducer<?, ?> producer, String name) {
        return producer.metrics().values().stream()
                .filter(metric -> metric.metricName().group().equals("plugins")
                        && metric.metricName().name().equals(name)
                        && metric.metricName().tags().get("class").equals("LayoutPartitioner"))
                .mapToLong(metric -> (Long) metric.metricValue())
                .findFirst()
                .orElseThrow();
    }

    private static void await(KafkaProducer<?, ?> producer, String metric, long value) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (metric(producer, metric) < value) {
            assertThat(System.nanoTime())
                    .as("time to reach %s %s", value, metric)
                    .isLessThan(end);
            LockSupport.parkNanos(1_000_000);
        }
    }

    private static List<Integer> sent(List<Future<RecordMetadata>> futures) throws Exception {
        List<Integer> partitions = new ArrayList<>();
        for (Future<RecordMetadata> future : futures) {
            partitions.add(future.get().partition());
        }
        return partitions;
    }

    private List<Future<RecordMetadata>> send(KafkaProducer<byte[], byte[]> producer, List<Reading> readings) {
        return readings.stream()
                .map(reading -> producer.send(new ProducerRecord<>(topic, bytes(reading.json()))))
                .toList();
    }

    /** What is in each partition of the topic, by value. */
    private Map<String, Integer> consume(int records) {
        Map<String, Integer> found = new HashMap<>();
        try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", broker.address()),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer())) {
            List<TopicPartition> partitions = consumer.partitionsFor(topic).stream()
                    .map(info -> new TopicPartition(topic, info.partition()))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            long end = System.nanoTime() + PATIENCE.toNanos();
            int count = 0;
            while (count < records) {
                assertThat(System.nanoTime()).as("time to consume").isLessThan(end);
                for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofSeconds(1))) {
                    found.put(new String(record.value(), StandardCharsets.UTF_8), record.partition());
                    count++;
                }
            }
            assertThat(count).isEqualTo(records);
        }
        return found;
    }

    @Test
    public void testRecordsAreWhereTheModelSays() throws Exception {
        LayoutModel model = train(1, 12);
        publish(ModelJson.write(model));
        create(12);
        List<Reading> readings = Reading.random(2, 20_000);
        try (KafkaProducer<byte[], byte[]> producer = producer()) {
            sent(send(producer, readings));
            assertThat(metric(producer, "unreadable-records-total")).isZero();
            assertThat(metric(producer, "model-partitions")).isEqualTo(12);
        }
        Map<String, Integer> found = consume(readings.size());
        int[] counts = new int[12];
        for (Reading reading : readings) {
            assertThat(found).containsEntry(reading.json(), model.partition(reading.row()));
            counts[model.partition(reading.row())]++;
        }
        assertThat(Arrays.stream(counts).min().orElseThrow())
                .as("no partition is empty")
                .isPositive();
    }

    @Test
    public void testModelSwappedInMidRun() throws Exception {
        LayoutModel before = train(1, 8);
        LayoutModel after = train(3, 16);
        publish(ModelJson.write(before));
        create(8);
        List<Reading> readings = Reading.random(4, 3_000);
        try (KafkaProducer<byte[], byte[]> producer = producer()) {
            assertThat(sent(send(producer, readings)))
                    .isEqualTo(readings.stream()
                            .map(reading -> before.partition(reading.row()))
                            .toList());

            publish(ModelJson.write(after).substring(0, 200));
            await(producer, "model-failures-total", 1);
            assertThat(sent(send(producer, readings)))
                    .as("half a model changes nothing")
                    .isEqualTo(readings.stream()
                            .map(reading -> before.partition(reading.row()))
                            .toList());

            publish(ModelJson.write(after));
            await(producer, "model-loads-total", 2);
            assertThat(sent(send(producer, readings)))
                    .as("of 16 partitions of the model, two are one of the topic's")
                    .isEqualTo(readings.stream()
                            .map(reading -> after.partition(reading.row()) / 2)
                            .toList());

            Files.delete(file);
            await(producer, "model-failures-total", 2);
            assertThat(sent(send(producer, readings.subList(0, 10))))
                    .isEqualTo(readings.subList(0, 10).stream()
                            .map(reading -> after.partition(reading.row()) / 2)
                            .toList());
        }
        consume(9_010);
    }

    @Test
    public void testWhatCannotBeReadIsSentAllTheSame() throws Exception {
        LayoutModel model = train(1, 4);
        publish(ModelJson.write(model));
        create(4);
        int nowhere = model.partition(new ArrayRow(3));
        List<String> values = List.of(
                "",
                "not JSON",
                "{\"latitude\": ",
                "[1]",
                "{\"latitude\": \"north\", \"longitude\": {}, \"time\": \"late\"}",
                "{}");
        try (KafkaProducer<byte[], byte[]> producer = producer()) {
            List<Future<RecordMetadata>> futures = new ArrayList<>();
            for (String value : values) {
                futures.add(producer.send(new ProducerRecord<>(topic, bytes(value))));
            }
            futures.add(producer.send(new ProducerRecord<>(topic, bytes("key"), null)));
            assertThat(sent(futures)).hasSize(7).containsOnly(nowhere);
            assertThat(metric(producer, "unreadable-records-total")).isEqualTo(7);

            String partly = "{\"latitude\": 48.9, \"longitude\": 2.9}";
            assertThat(sent(List.of(producer.send(new ProducerRecord<>(topic, bytes(partly))))))
                    .containsExactly(
                            model.partition(new ArrayRow(3).set(0, 48.9).set(1, 2.9)));
            assertThat(metric(producer, "unreadable-records-total")).isEqualTo(8);

            assertThat(producer.send(new ProducerRecord<>(topic, 3, null, bytes(partly)))
                            .get()
                            .partition())
                    .as("a partition of its own")
                    .isEqualTo(3);
        }
    }

    @Test
    public void testTextMapsAndColumnsOfTheUser() throws Exception {
        LayoutModel model = train(1, 4);
        publish(ModelJson.write(model));
        create(4);
        List<Reading> readings = Reading.random(5, 200);
        List<Integer> expected =
                readings.stream().map(reading -> model.partition(reading.row())).toList();

        List<Future<RecordMetadata>> futures = new ArrayList<>();
        // an encoding that is not JSON's
        StringSerializer utf16 = new StringSerializer();
        utf16.configure(Map.of("serializer.encoding", "UTF-16"), false);
        try (KafkaProducer<byte[], String> producer = producer(utf16, Map.of())) {
            readings.forEach(reading -> futures.add(producer.send(new ProducerRecord<>(topic, reading.json()))));
            assertThat(sent(futures)).isEqualTo(expected);
        }
        futures.clear();
        Serializer<Map<String, Object>> nothing = (name, fields) -> new byte[0];
        try (KafkaProducer<byte[], Map<String, Object>> producer = producer(nothing, Map.of())) {
            readings.forEach(reading -> futures.add(producer.send(new ProducerRecord<>(
                    topic,
                    Map.of("latitude", reading.latitude, "longitude", reading.longitude, "time", reading.time)))));
            assertThat(sent(futures)).isEqualTo(expected);
        }
        futures.clear();
        Serializer<Reading> csv = (name, reading) -> bytes(reading == null ? "-" : reading.toString());
        try (KafkaProducer<byte[], Reading> producer = producer(
                csv,
                Map.of(
                        LayoutPartitionerConfig.COLUMNS_CLASS,
                        ReadingColumns.class.getName(),
                        "reading.scale",
                        "0.5"))) {
            readings.forEach(reading -> futures.add(producer.send(
                    new ProducerRecord<>(topic, new Reading(2 * reading.latitude, reading.longitude, reading.time)))));
            assertThat(sent(futures)).isEqualTo(expected);
            assertThat(metric(producer, "unreadable-records-total")).isZero();
            assertThat(producer.send(new ProducerRecord<>(topic, new Reading(Double.NaN, 0, 0)))
                            .get()
                            .partition())
                    .as("a class that fails does not cost a record")
                    .isEqualTo(model.partition(new ArrayRow(3)));
            assertThat(metric(producer, "unreadable-records-total")).isEqualTo(1);
        }
    }

    /** Reads objects, with a setting of its own. */
    public static class ReadingColumns implements RecordColumns {
        private double scale;

        @Override
        public void configure(Map<String, ?> properties) {
            scale = Double.parseDouble((String) properties.get("reading.scale"));
        }

        @Override
        public Optional<String> read(Object value, byte[] serialized, List<Column> columns, ArrayRow row) {
            Reading reading = (Reading) value;
            FieldValues.set(row, 0, ColumnType.DOUBLE, scale * reading.latitude);
            FieldValues.set(row, 1, ColumnType.DOUBLE, reading.longitude);
            FieldValues.set(row, 2, ColumnType.TIMESTAMP, reading.time);
            if (Double.isNaN(reading.latitude)) {
                throw new IllegalStateException("no latitude, by a test");
            }
            return Optional.empty();
        }
    }

    @Test
    public void testTopicsOfOtherSizes() throws Exception {
        LayoutModel model = train(1, 8);
        publish(ModelJson.write(model));
        create(9);
        List<Reading> readings = Reading.random(6, 100);
        try (KafkaProducer<byte[], byte[]> producer = producer()) {
            assertThatThrownBy(() -> send(producer, readings))
                    .isInstanceOf(ConfigException.class)
                    .hasMessageContaining("Topic %s has 9 partitions, its layout's model 8", topic);

            newTopic();
            create(3);
            assertThat(sent(send(producer, readings)))
                    .isEqualTo(readings.stream()
                            .map(reading -> model.partition(reading.row()) * 3 / 8)
                            .toList());
        }
    }

    @Test
    public void testTopicThatGrows() throws Exception {
        LayoutModel model = train(1, 4);
        publish(ModelJson.write(model));
        create(2);
        List<Reading> readings = Reading.random(7, 100);
        List<Integer> expected =
                readings.stream().map(reading -> model.partition(reading.row())).toList();
        try (KafkaProducer<byte[], byte[]> producer =
                producer(new ByteArraySerializer(), Map.of("metadata.max.age.ms", "50"))) {
            assertThat(sent(send(producer, readings)))
                    .isEqualTo(expected.stream().map(partition -> partition / 2).toList());
            admin.createPartitions(Map.of(topic, NewPartitions.increaseTo(6)))
                    .all()
                    .get();
            awaitLeaders(6);
            long end = System.nanoTime() + PATIENCE.toNanos();
            while (producer.partitionsFor(topic).size() < 6) {
                assertThat(System.nanoTime()).as("time to see new partitions").isLessThan(end);
                LockSupport.parkNanos(1_000_000);
            }
            assertThat(sent(send(producer, readings)))
                    .as("records go on, to the partitions that the model has")
                    .isEqualTo(expected);
        }
    }

    @Test
    public void testNoModelToBeginWith() throws Exception {
        Files.deleteIfExists(file);
        assertThatThrownBy(this::producer)
                .isInstanceOf(KafkaException.class)
                .hasStackTraceContaining("Model %s can't be read: there is no such file".formatted(file));
        publish("{}");
        assertThatThrownBy(this::producer).hasStackTraceContaining("Not a model");
    }
}
