// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.builder.doctor;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;

import io.skipping.builder.catalog.ServerNode;
import io.skipping.builder.catalog.ServerNode.Plugin;
import io.skipping.command.Texts;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/** Examines the nodes of a server: their release of Trino, their plugin, their Java, and their clocks. */
public final class ServerExamination {
    static final String UPGRADE =
            "put the same plugin folder, that for the server's release of Trino, on all nodes, and restart them (docs/operations.md#upgrading)";

    private static final String CLOCKS = "let all machines follow a time server, such as by chrony";

    /** Clocks may differ by so much: what they are compared for is hours old. */
    private static final Duration MOST_SKEW = Duration.ofSeconds(10);

    private final List<ServerNode> nodes;
    private final Optional<String> command;
    private final Instant before;
    private final Instant after;

    /**
     * Creates an examination.
     *
     * @param nodes those in use
     * @param command the version of this command; empty if it is not known
     * @param before this machine's clock, before the server was asked
     * @param after this machine's clock, when it had answered
     */
    public ServerExamination(List<ServerNode> nodes, Optional<String> command, Instant before, Instant after) {
        this.nodes = List.copyOf(nodes);
        this.command = command;
        this.before = before;
        this.after = after;
    }

    /** Returns the finding that the plugin does not tell what its nodes have loaded. */
    public static Finding earlierPlugin() {
        return Finding.problem(
                "plugin",
                "it has no table system.skipping_nodes: it is of an earlier release than this command",
                UPGRADE);
    }

    /** Returns the finding that the user may not see the nodes of the server. */
    public static Finding unseen(String reason) {
        return Finding.unknown(
                "server",
                "its nodes cannot be examined: " + reason,
                "let this user SELECT from system.runtime.nodes and from system.skipping_nodes of the catalog");
    }

    /** Returns a finding about each of the four, in the order of the class comment. */
    public List<Finding> findings() {
        List<Finding> findings = new ArrayList<>();
        findings.add(server());
        findings.add(plugin());
        findings.add(java());
        findings.add(clocks());
        return findings;
    }

    private Finding server() {
        Map<String, Long> releases = counted(node -> Optional.of(node.trinoVersion()));
        return releases.size() > 1
                ? Finding.problem(
                        "server",
                        "its nodes run different releases of Trino: " + named(releases),
                        "run one release on all nodes")
                : Finding.ok("server", "%s of Trino %s".formatted(nodes(nodes.size()), named(releases.keySet())));
    }

    private Finding plugin() {
        List<String> without = nodes.stream()
                .filter(node -> node.plugin().isEmpty())
                .map(ServerNode::id)
                .toList();
        if (!without.isEmpty()) {
            return Finding.problem("plugin", "it is not loaded on " + String.join(", ", without), UPGRADE);
        }
        Map<String, Long> versions = counted(node -> node.plugin().map(Plugin::version));
        if (versions.size() > 1) {
            return Finding.problem("plugin", "nodes have different versions of it: " + named(versions), UPGRADE);
        }
        Optional<ServerNode> misfit = nodes.stream()
                .filter(node -> node.plugin()
                        .filter(plugin -> !plugin.trinoRelease().equals(node.trinoVersion()))
                        .isPresent())
                .findFirst();
        if (misfit.isPresent()) {
            return Finding.problem(
                    "plugin",
                    "on %s it is for Trino %s, and the server is Trino %s"
                            .formatted(
                                    misfit.get().id(),
                                    misfit.get().plugin().orElseThrow().trinoRelease(),
                                    misfit.get().trinoVersion()),
                    UPGRADE);
        }
        String version = named(versions.keySet());
        return command.filter(own -> !own.equals(version)).isPresent()
                ? Finding.warning(
                        "plugin",
                        "it is of version %s, and this command of version %s".formatted(version, command.get()),
                        "take both from one release")
                : Finding.ok("plugin", version + " on all nodes" + (command.isPresent() ? ", as this command" : ""));
    }

    private Finding java() {
        Map<String, Long> versions = counted(node -> node.plugin().map(Plugin::javaVersion));
        return versions.size() > 1
                ? Finding.warning(
                        "java",
                        "nodes have different versions: " + named(versions),
                        "run one version on all nodes: letters and time zones may differ between versions")
                : Finding.ok("java", named(versions.keySet()));
    }

    private Finding clocks() {
        Duration longest = Duration.between(before, after);
        List<String> off = new ArrayList<>();
        for (ServerNode node : nodes) {
            // the node looked at its clock after the coordinator had, and before this machine had the answer
            node.plugin()
                    .flatMap(plugin ->
                            skew(plugin.clock(), node.asked(), node.asked().plus(longest)))
                    .ifPresent(skew -> off.add("%s is %s the coordinator".formatted(node.id(), skew)));
        }
        if (!off.isEmpty()) {
            return Finding.warning("clocks", String.join(", ", off), CLOCKS);
        }
        return nodes.stream()
                .findFirst()
                .flatMap(node -> skew(node.asked(), before, after))
                .map(skew -> Finding.warning(
                        "clocks",
                        "the coordinator is %s this machine, so ages are shown wrong".formatted(skew),
                        CLOCKS))
                .orElseGet(() -> Finding.ok("clocks", "those of all nodes and of this machine agree"));
    }

    /** Returns how far a clock is off that was looked at between two moments; empty if it may be right. */
    private static Optional<String> skew(Instant clock, Instant from, Instant to) {
        if (clock.isBefore(from.minus(MOST_SKEW))) {
            return Optional.of(Texts.duration(Duration.between(clock, from)) + " behind");
        }
        return clock.isAfter(to.plus(MOST_SKEW))
                ? Optional.of(Texts.duration(Duration.between(to, clock)) + " ahead of")
                : Optional.empty();
    }

    private Map<String, Long> counted(Function<ServerNode, Optional<String>> value) {
        return nodes.stream()
                .flatMap(node -> value.apply(node).stream())
                .collect(groupingBy(Function.identity(), TreeMap::new, counting()));
    }

    private static String named(Iterable<String> values) {
        return String.join(", ", values);
    }

    private static String named(Map<String, Long> values) {
        return values.entrySet().stream()
                .map(value -> "%s on %s".formatted(value.getKey(), nodes(value.getValue())))
                .collect(joining(", "));
    }

    private static String nodes(long count) {
        return Texts.count(count) + (count == 1 ? " node" : " nodes");
    }
}
