// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.configuration;

import io.skipping.builder.IndexBuilder;
import io.skipping.committer.command.CommitterCommand;
import io.skipping.partitioner.command.PartitionerCommand;
import io.skipping.trino.core.config.SearchConfig;
import io.skipping.trino.core.config.SkippingConfig;
import io.skipping.trino.core.config.SkippingSessionProperties;
import io.skipping.trino.core.querylog.QueryLogConfig;
import io.skipping.trino.hive.config.HiveScanConfig;
import io.skipping.trino.hive.config.HiveScanProperties;
import java.util.List;
import picocli.CommandLine;

/** Writes the page: words between tables stand here, all that is in tables comes from the code. */
final class ConfigurationPage {
    private final StringBuilder page = new StringBuilder();

    private ConfigurationPage() {}

    /** The whole page as Markdown. */
    static String write() {
        ConfigurationPage page = new ConfigurationPage();
        page.properties();
        page.commands();
        return page.page.toString();
    }

    private void properties() {
        text("""
                # Configuration

                This page lists all properties and options. `bin/docs` generates it from the code, and a test compares the two. Procedures, functions, system tables
                and metrics are in the [SQL reference](reference.md).

                ## Catalog properties

                With `connector.name=skipping_hive`, every property of the Hive connector of the same Trino release works, and with
                [`connector.name=skipping_iceberg`](iceberg.md) every property of the Iceberg connector. The plugin adds these:
                """);
        propertyTable(PropertySettings.ofConfig(SkippingConfig.class));
        text("""

                ### Tables of Hive

                These apply to `skipping_hive` only.
                """);
        propertyTable(PropertySettings.ofConfig(HiveScanConfig.class));
        text("""

                ### Elasticsearch and OpenSearch

                These apply to `skipping.index.store=elasticsearch` ([the index in a search engine](search-engine-index.md)).
                """);
        propertyTable(PropertySettings.ofConfig(SearchConfig.class));
        text("""

                ## Session properties

                Set them by `SET SESSION lake.<name> = …`, where `lake` is the catalog. The session properties of the Hive or the Iceberg connector work, too.
                """);
        propertyTable(
                PropertySettings.ofSession(new SkippingSessionProperties(new SkippingConfig()).getSessionProperties()));
        text("""

                These apply to `skipping_hive` only:
                """);
        propertyTable(PropertySettings.ofSession(new HiveScanProperties(new HiveScanConfig()).getSessionProperties()));
        text("""

                ## Query log

                These apply to `event-listener.name=skipping-query-log` ([the query log](query-log.md)).
                """);
        propertyTable(PropertySettings.ofConfig(QueryLogConfig.class));
        text("""

                ## Committer

                Set these in the configuration of a Hadoop job, or of a Spark job with `spark.hadoop.` before each name. [The committer](committer.md) says what else to set.
                """);
        table(PropertySettings.ofCommitter(), "Property", true);
        text("""

                ## Kafka's producers

                These apply to `partitioner.class=io.skipping.partitioner.kafka.LayoutPartitioner` ([Kafka](partitioner-adapters.md#kafka)).
                """);
        propertyTable(PropertySettings.ofKafka());
    }

    private void commands() {
        text("""

                ## index-builder.jar

                `java -jar index-builder.jar COMMAND …` builds and maintains indexes ([building](building.md)).
                """);
        commandTables("index-builder.jar", IndexBuilder.commandLine());
        text("""

                ## partitioner.jar

                `java -jar partitioner.jar COMMAND …` trains and applies layouts ([the partitioner](partitioner.md#the-command), [rewriting](layout-writes.md#rewriting)).
                """);
        commandTables("partitioner.jar", PartitionerCommand.commandLine());
        text("""

                ## committer.jar

                `hadoop jar committer.jar COMMAND …` maintains data sets of [the committer](committer.md#looking-after-data-sets).
                """);
        commandTables("committer.jar", CommitterCommand.commandLine());
    }

    private void commandTables(String program, CommandLine commandLine) {
        CommandSettings settings = new CommandSettings(commandLine);
        text("\nEvery command takes\n");
        table(settings.common(), "Option", false);
        for (CommandLine command : settings.commands()) {
            String[] description = command.getCommandSpec().usageMessage().description();
            text("\n### %s %s\n\n%s\n".formatted(program, command.getCommandName(), String.join(" ", description)));
            List<Setting> own = settings.ofOne(command);
            if (!own.isEmpty()) {
                table(own, "Option", true);
            }
        }
    }

    private void propertyTable(List<Setting> settings) {
        text("\n| Property | Type | Default | What it does |\n|---|---|---|---|\n");
        for (Setting setting : settings) {
            text("| `%s` | %s | %s | %s |\n"
                    .formatted(setting.name(), setting.type(), value(setting), sentence(setting)));
        }
    }

    /** Without types. */
    private void table(List<Setting> settings, String heading, boolean defaults) {
        text(
                defaults
                        ? "\n| %s | Default | What it does |\n|---|---|---|\n".formatted(heading)
                        : "\n| %s | | What it does |\n|---|---|---|\n".formatted(heading));
        for (Setting setting : settings) {
            text("| `%s` | %s | %s |\n".formatted(setting.name(), value(setting), sentence(setting)));
        }
    }

    private static String value(Setting setting) {
        String value = setting.defaultValue();
        return value.isEmpty() || value.equals(Setting.REQUIRED) ? value : "`%s`".formatted(value);
    }

    /** Commands end descriptions with a full stop or not; what would be markup is none. */
    private static String sentence(Setting setting) {
        return setting.description()
                .replaceFirst("(?<!\\.)\\.$", "")
                .replace("|", "\\|")
                .replace("<", "&lt;")
                .replace("_skipping/", "`_skipping/`");
    }

    private void text(String text) {
        page.append(text);
    }
}
