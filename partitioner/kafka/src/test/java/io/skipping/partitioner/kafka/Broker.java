// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner.kafka;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.Map;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.metadata.storage.Formatter;

/** A broker and controller in one, in this JVM, as KRaft has it. */
final class Broker implements AutoCloseable {
    private static final String HOST = InetAddress.getLoopbackAddress().getHostAddress();

    private final KafkaRaftServer server;
    private final String address;

    private Broker(KafkaRaftServer server, String address) {
        this.server = server;
        this.address = address;
    }

    /** @param folder empty, for what the broker keeps */
    static Broker start(Path folder) throws Exception {
        int[] ports = freePorts();
        String address = HOST + ":" + ports[0];
        String controller = HOST + ":" + ports[1];
        Map<String, String> properties = Map.ofEntries(
                Map.entry("process.roles", "broker,controller"),
                Map.entry("node.id", "1"),
                Map.entry("controller.quorum.voters", "1@" + controller),
                Map.entry("listeners", "PLAINTEXT://%s,CONTROLLER://%s".formatted(address, controller)),
                Map.entry("advertised.listeners", "PLAINTEXT://" + address),
                Map.entry("listener.security.protocol.map", "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT"),
                Map.entry("controller.listener.names", "CONTROLLER"),
                Map.entry("log.dirs", folder.toString()),
                Map.entry("offsets.topic.num.partitions", "1"),
                Map.entry("offsets.topic.replication.factor", "1"),
                Map.entry("transaction.state.log.replication.factor", "1"),
                Map.entry("transaction.state.log.min.isr", "1"),
                Map.entry("group.initial.rebalance.delay.ms", "0"));
        new Formatter()
                .setClusterId(Uuid.randomUuid().toString())
                .setNodeId(1)
                .setControllerListenerName("CONTROLLER")
                .addDirectory(folder.toString())
                .setMetadataLogDirectory(folder.toString())
                .setPrintStream(new PrintStream(OutputStream.nullOutputStream()))
                .run();
        KafkaRaftServer server = new KafkaRaftServer(new KafkaConfig(properties, false), Time.SYSTEM);
        server.startup();
        return new Broker(server, address);
    }

    private static int[] freePorts() throws IOException {
        try (ServerSocket one = new ServerSocket(0);
                ServerSocket other = new ServerSocket(0)) {
            return new int[] {one.getLocalPort(), other.getLocalPort()};
        }
    }

    /** For {@code bootstrap.servers}. */
    String address() {
        return address;
    }

    @Override
    public void close() {
        server.shutdown();
        server.awaitShutdown();
    }
}
