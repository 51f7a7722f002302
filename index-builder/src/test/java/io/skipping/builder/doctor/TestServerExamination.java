// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.builder.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.skipping.builder.catalog.ServerNode;
import io.skipping.builder.catalog.ServerNode.Plugin;
import io.skipping.builder.doctor.Finding.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.testng.annotations.Test;

public class TestServerExamination {
    private static final Instant ASKED = Instant.parse("2024-06-07T12:00:00Z");
    private static final Duration TOOK = Duration.ofSeconds(3);

    @Test
    public void testAllIsWell() {
        assertThat(findings(node("a", "476", plugin(0)), node("b", "476", plugin(2))))
                .extracting(Finding::level)
                .containsOnly(Level.OK);
    }

    @Test
    public void testReleasesOfTrino() {
        assertThat(finding("server", node("a", "476", plugin(0)), node("b", "475", plugin(0))))
                .satisfies(finding -> assertThat(finding.level()).isEqualTo(Level.PROBLEM))
                .extracting(Finding::text)
                .isEqualTo("its nodes run different releases of Trino: 475 on 1 node, 476 on 1 node");
    }

    @Test
    public void testNodesWithoutThePlugin() {
        Finding finding = finding(
                "plugin", node("a", "476", plugin(0)), new ServerNode("b", false, "476", Optional.empty(), ASKED));
        assertThat(finding.level()).isEqualTo(Level.PROBLEM);
        assertThat(finding.text()).isEqualTo("it is not loaded on b");
    }

    @Test
    public void testVersionsOfThePlugin() {
        Finding different =
                finding("plugin", node("a", "476", plugin(0)), node("b", "476", new Plugin("1.1", "476", "25", ASKED)));
        assertThat(different.level()).isEqualTo(Level.PROBLEM);
        assertThat(different.text()).contains("1.0 on 1 node, 1.1 on 1 node");

        Finding misfit = finding("plugin", node("a", "483", plugin(0)));
        assertThat(misfit.level()).isEqualTo(Level.PROBLEM);
        assertThat(misfit.text()).isEqualTo("on a it is for Trino 476, and the server is Trino 483");

        Finding other = new ServerExamination(List.of(node("a", "476", plugin(0))), Optional.of("0.9"), ASKED, ASKED)
                .findings().stream()
                        .filter(finding -> finding.subject().equals("plugin"))
                        .findFirst()
                        .orElseThrow();
        assertThat(other.level()).isEqualTo(Level.WARNING);
        assertThat(other.text()).isEqualTo("it is of version 1.0, and this command of version 0.9");
    }

    @Test
    public void testJava() {
        assertThat(finding("java", node("a", "476", plugin(0)), node("b", "476", new Plugin("1.0", "476", "24", ASKED)))
                        .level())
                .isEqualTo(Level.WARNING);
    }

    @Test
    public void testClocks() {
        assertThat(finding("clocks", node("a", "476", plugin(0)), node("b", "476", plugin(12)))
                        .level())
                .as("the answer took 3 s, and 10 s are allowed")
                .isEqualTo(Level.OK);
        assertThat(finding("clocks", node("a", "476", plugin(0)), node("b", "476", plugin(100)))
                        .text())
                .isEqualTo("b is 1m 37s ahead of the coordinator");
        assertThat(finding("clocks", node("a", "476", plugin(-100))).text())
                .isEqualTo("a is 1m 40s behind the coordinator");
        Finding ofThisMachine = new ServerExamination(
                        List.of(node("a", "476", plugin(0))),
                        Optional.empty(),
                        ASKED.plusSeconds(60),
                        ASKED.plusSeconds(61))
                .findings()
                .getLast();
        assertThat(ofThisMachine.level()).isEqualTo(Level.WARNING);
        assertThat(ofThisMachine.text())
                .isEqualTo("the coordinator is 1m 00s behind this machine, so ages are shown wrong");
    }

    private static ServerNode node(String id, String trino, Plugin plugin) {
        return new ServerNode(id, id.equals("a"), trino, Optional.of(plugin), ASKED);
    }

    private static Plugin plugin(long secondsAfter) {
        return new Plugin("1.0", "476", "25", ASKED.plusSeconds(secondsAfter));
    }

    private static Finding finding(String subject, ServerNode... nodes) {
        return findings(nodes).stream()
                .filter(finding -> finding.subject().equals(subject))
                .findFirst()
                .orElseThrow();
    }

    private static List<Finding> findings(ServerNode... nodes) {
        return new ServerExamination(List.of(nodes), Optional.of("1.0"), ASKED, ASKED.plus(TOOK)).findings();
    }
}
