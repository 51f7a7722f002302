// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.acceptance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.skipping.testing.folder.Checkout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Reads the files that users monitor a server by: a dashboard of Grafana, and alert rules and exporter rules of Prometheus. */
final class Monitoring {
    private static final Path FOLDER = Checkout.root().resolve("docs").resolve("monitoring");

    /** Each expression of the alert rules is in one line. */
    private static final Pattern RULE = Pattern.compile("(?m)^ +- alert: (\\w+)\\n +expr: (.+)$");

    /** Functions of PromQL are in front of a parenthesis, labels and variables in braces or behind BY. */
    private static final Pattern METRIC = Pattern.compile("\\b[a-z]+_\\w+\\b(?!\\()");

    private static final Pattern LABELS = Pattern.compile("\\{[^}]*}|\\bby \\([^)]*\\)");

    private Monitoring() {}

    static Path exporterRules() {
        return FOLDER.resolve("jmx-exporter.yaml");
    }

    static Path alertRules() {
        return FOLDER.resolve("alerts.yaml");
    }

    /** Returns the rules about metrics of others, which no server of ours has. */
    static Path jobRules() {
        return FOLDER.resolve("alerts-kubernetes.yaml");
    }

    /** Returns the unit tests of a file of rules, which are beside it. */
    static Path tests(Path rules) {
        return rules.resolveSibling(rules.getFileName().toString().replace(".yaml", "-test.yaml"));
    }

    /** Returns the expressions of the dashboard as Grafana sends them for all catalogs, by the titles of their panels. */
    static Map<String, List<String>> panels() throws IOException {
        JsonNode dashboard = new JsonMapper()
                .readTree(FOLDER.resolve("grafana-dashboard.json").toFile());
        Map<String, List<String>> panels = new LinkedHashMap<>();
        for (JsonNode panel : dashboard.get("panels")) {
            panels.put(
                    panel.get("title").textValue(),
                    panel.get("targets")
                            .valueStream()
                            .map(target -> target.get("expr")
                                    .textValue()
                                    .replace("$catalog", ".+")
                                    .replace("$__rate_interval", "1m"))
                            .toList());
        }
        return panels;
    }

    /** Returns the queries that fill the variables of the dashboard, such as {@code label_values(metric, label)}. */
    static List<String> variables() throws IOException {
        JsonNode dashboard = new JsonMapper()
                .readTree(FOLDER.resolve("grafana-dashboard.json").toFile());
        return dashboard
                .at("/templating/list")
                .valueStream()
                .filter(variable -> variable.get("type").textValue().equals("query"))
                .map(variable -> variable.get("definition").textValue())
                .toList();
    }

    /** Returns the expressions of the alert rules, by the names of the alerts. */
    static Map<String, String> alerts() throws IOException {
        return alerts(alertRules());
    }

    /** Returns the expressions of a file of rules, by the names of the alerts. */
    static Map<String, String> alerts(Path rules) throws IOException {
        return RULE.matcher(Files.readString(rules))
                .results()
                .collect(Collectors.toMap(rule -> rule.group(1), rule -> rule.group(2)));
    }

    /** Returns the metrics that an expression names. */
    static Set<String> metrics(String expression) {
        return METRIC.matcher(LABELS.matcher(expression).replaceAll(""))
                .results()
                .map(MatchResult::group)
                .collect(Collectors.toSet());
    }
}
