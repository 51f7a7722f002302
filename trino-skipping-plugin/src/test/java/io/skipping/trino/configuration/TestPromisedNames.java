// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.configuration;

import static com.google.common.collect.ImmutableList.toImmutableList;
import static io.skipping.trino.SkippingQueryRunner.SCHEMA;
import static org.assertj.core.api.Assertions.assertThat;

import io.skipping.builder.IndexBuilder;
import io.skipping.committer.command.CommitterCommand;
import io.skipping.partitioner.command.PartitionerCommand;
import io.skipping.trino.AbstractLakeTest;
import io.skipping.trino.core.SkippingStats;
import io.skipping.trino.core.config.SearchConfig;
import io.skipping.trino.core.config.SkippingConfig;
import io.skipping.trino.core.config.SkippingSessionProperties;
import io.skipping.trino.core.querylog.QueryLogConfig;
import io.skipping.trino.core.scan.ScanCounters;
import io.skipping.trino.hive.config.HiveScanConfig;
import io.skipping.trino.hive.config.HiveScanProperties;
import io.trino.spi.connector.Connector;
import io.trino.spi.function.table.ArgumentSpecification;
import io.trino.spi.procedure.Procedure;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.testng.annotations.Test;
import org.weakref.jmx.Managed;
import picocli.CommandLine;

/** Compares the names that docs/compatibility.md promises with a list: none may vanish or change, and a new one is promised by its line. */
@Test(groups = "servers")
public class TestPromisedNames extends AbstractLakeTest {
    /** Set by {@code bin/docs}. */
    private static final boolean WRITE = Boolean.getBoolean("promised-names.write");

    private static final Path NAMES = Path.of("..", "src", "test", "resources", "promised-names.txt");
    private static final List<String> SYSTEM_TABLES =
            List.of("$index", "$indexes", "$objects", "$scans", "$advice", "$vacuum");

    private final Set<String> names = new TreeSet<>();

    @Override
    protected void createTables() {
        runner.execute("CREATE TABLE hive.%s.promised (k bigint)".formatted(SCHEMA));
    }

    @Test
    public void testNames() throws IOException {
        addProperties();
        addCommands("index-builder.jar", IndexBuilder.commandLine());
        addCommands("partitioner.jar", PartitionerCommand.commandLine());
        addCommands("committer.jar", CommitterCommand.commandLine());
        addSql();
        addMetrics();
        if (WRITE) {
            Files.write(NAMES, names);
        }
        assertThat(names)
                .as("names that are promised; bin/docs adds new ones to %s, and none may be taken out", NAMES)
                .containsExactlyElementsOf(Files.readAllLines(NAMES));
    }

    private void addProperties() {
        Stream.of(SkippingConfig.class, HiveScanConfig.class, SearchConfig.class, QueryLogConfig.class)
                .flatMap(config -> PropertySettings.ofConfig(config).stream())
                .forEach(setting -> names.add("property " + setting.name()));
        Stream.of(
                        new SkippingSessionProperties(new SkippingConfig()).getSessionProperties(),
                        new HiveScanProperties(new HiveScanConfig()).getSessionProperties())
                .flatMap(properties -> PropertySettings.ofSession(properties).stream())
                .forEach(setting -> names.add("session property " + setting.name()));
        PropertySettings.ofCommitter().forEach(setting -> names.add("committer's property " + setting.name()));
        PropertySettings.ofKafka().forEach(setting -> names.add("Kafka's property " + setting.name()));
    }

    private void addCommands(String program, CommandLine commandLine) {
        commandLine.getSubcommands().forEach((name, command) -> {
            String line = "%s %s".formatted(program, name);
            names.add(line);
            CommandSettings.settings(command).forEach(setting -> names.add("%s %s".formatted(line, setting.name())));
            command.getCommandSpec().usageMessage().exitCodeList().keySet().stream()
                    .map(String::strip)
                    .forEach(code -> names.add("%s exits with %s".formatted(line, code)));
        });
    }

    private void addSql() {
        Connector lake = runner.getCoordinator().getConnector("lake");
        for (Procedure procedure : lake.getProcedures()) {
            if (!isOfHive(procedure)) {
                names.add("procedure %s.%s(%s)"
                        .formatted(
                                procedure.getSchema(),
                                procedure.getName(),
                                procedure.getArguments().stream()
                                        .map(argument -> "%s %s%s"
                                                .formatted(
                                                        argument.getName(),
                                                        argument.getType(),
                                                        argument.isRequired() ? "" : "?"))
                                        .collect(Collectors.joining(", "))));
            }
        }
        lake.getTableFunctions()
                .forEach(function -> names.add("table function %s.%s(%s)"
                        .formatted(
                                function.getSchema(),
                                function.getName(),
                                function.getArguments().stream()
                                        .map(ArgumentSpecification::getName)
                                        .collect(Collectors.joining(", ")))));
        for (String suffix : SYSTEM_TABLES) {
            names.add("table \"t%s\"(%s)"
                    .formatted(
                            suffix,
                            String.join(", ", query("DESCRIBE lake.%s.\"promised%s\"".formatted(SCHEMA, suffix)))));
        }
        lake.getSystemTables()
                .forEach(table -> names.add("table %s(%s)"
                        .formatted(
                                table.getTableMetadata().getTable(),
                                table.getTableMetadata().getColumns().stream()
                                        .map(column -> column.getName() + " " + column.getType())
                                        .collect(Collectors.joining(", ")))));
        query("SHOW FUNCTIONS FROM lake.system").forEach(function -> names.add("function " + function));
    }

    private boolean isOfHive(Procedure procedure) {
        return runner.getCoordinator().getConnector(plainCatalog()).getProcedures().stream()
                .anyMatch(other -> other.getName().equals(procedure.getName()));
    }

    /** Returns the first two columns of the result. */
    private List<String> query(String sql) {
        return runner.execute(sql).getMaterializedRows().stream()
                .map(row -> "%s %s".formatted(row.getField(0), row.getField(1)))
                .collect(toImmutableList());
    }

    private void addMetrics() {
        new ScanCounters().toMetrics().getMetrics().keySet().forEach(name -> names.add("counter " + name));
        for (Method method : SkippingStats.class.getMethods()) {
            if (method.isAnnotationPresent(Managed.class)) {
                names.add("JMX attribute " + method.getName().replaceFirst("^(get|is)", ""));
            }
        }
    }
}
