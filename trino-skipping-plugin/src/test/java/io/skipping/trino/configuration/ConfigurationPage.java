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

                All that can be set, as the code has it: `bin/docs` writes this page, and a test compares it with the code. What there is in SQL (procedures, functions,
                system tables, metrics) is in the [SQL reference](reference.md).

                ## Catalog properties

                Every property of the Hive connector of the same release of Trino works, with `connector.name=skipping_hive`, and every property of
                the Iceberg connector, with [`connector.name=skipping_iceberg`](iceberg.md). These are added:
                """);
        propertyTable(PropertySettings.ofConfig(SkippingConfig.class));
        text("""

                ### Tables of Hive

                These are of `skipping_hive` only.
                """);
        propertyTable(PropertySettings.ofConfig(HiveScanConfig.class));
        text("""

                ### Elasticsearch and OpenSearch

                For `skipping.index.store=elasticsearch`; see [the page on it](search-engine-index.md).
                """);
        propertyTable(PropertySettings.ofConfig(SearchConfig.class));
        text("""

                ## Session properties

                Set by `SET SESSION lake.<name> = …`, where `lake` is the catalog. Those of the Hive connector, or of the Iceberg connector, work too.
                """);
        propertyTable(
                PropertySettings.ofSession(new SkippingSessionProperties(new SkippingConfig()).getSessionProperties()));
        text("""

                These are of `skipping_hive` only:
                """);
        propertyTable(PropertySettings.ofSession(new HiveScanProperties(new HiveScanConfig()).getSessionProperties()));
        text("""

                ## Query log

                For `event-listener.name=skipping-query-log`; see [the page on it](query-log.md).
                """);
        propertyTable(PropertySettings.ofConfig(QueryLogConfig.class));
        text("""

                ## Committer

                In the configuration of a job of Hadoop, or of Spark with `spark.hadoop.` before each name; [the committer](committer.md) says what else to set.
                """);
        table(PropertySettings.ofCommitter(), "Property", true);
        text("""

                ## Kafka's producers

                For `partitioner.class=io.skipping.partitioner.kafka.LayoutPartitioner`; see [the page on it](partitioner-adapters.md#kafka).
                """);
        propertyTable(PropertySettings.ofKafka());
    }

    private void commands() {
        text("""

                ## index-builder.jar

                `java -jar index-builder.jar COMMAND …`; [building indexes](building.md) says what it does.
                """);
        commandTables("index-builder.jar", IndexBuilder.commandLine());
        text("""

                ## partitioner.jar

                `java -jar partitioner.jar COMMAND …`; see [the partitioner](partitioner.md#the-command), and [rewriting](layout-writes.md#rewriting).
                """);
        commandTables("partitioner.jar", PartitionerCommand.commandLine());
        text("""

                ## committer.jar

                `hadoop jar committer.jar COMMAND …`; see [the committer](committer.md#looking-after-data-sets).
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
