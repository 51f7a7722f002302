// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.builder;

import static io.airlift.slice.Slices.utf8Slice;
import static io.trino.spi.type.BigintType.BIGINT;
import static io.trino.spi.type.BooleanType.BOOLEAN;
import static io.trino.spi.type.TimestampWithTimeZoneType.TIMESTAMP_TZ_MILLIS;
import static io.trino.spi.type.VarcharType.VARCHAR;
import static java.lang.invoke.MethodHandles.lookup;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.google.common.collect.ImmutableList;
import io.airlift.slice.Slice;
import io.skipping.builder.catalog.BuildEvent;
import io.trino.connector.MockConnectorFactory;
import io.trino.connector.MockConnectorPlugin;
import io.trino.connector.MockConnectorTableHandle;
import io.trino.server.testing.TestingTrinoServer;
import io.trino.spi.Page;
import io.trino.spi.PageBuilder;
import io.trino.spi.TrinoException;
import io.trino.spi.block.BlockBuilder;
import io.trino.spi.connector.ColumnMetadata;
import io.trino.spi.connector.ConnectorAccessControl;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.connector.ConnectorSplit;
import io.trino.spi.connector.ConnectorTransactionHandle;
import io.trino.spi.connector.FixedSplitSource;
import io.trino.spi.connector.SchemaTableName;
import io.trino.spi.connector.TableNotFoundException;
import io.trino.spi.function.FunctionProvider;
import io.trino.spi.function.table.AbstractConnectorTableFunction;
import io.trino.spi.function.table.Argument;
import io.trino.spi.function.table.ConnectorTableFunctionHandle;
import io.trino.spi.function.table.Descriptor;
import io.trino.spi.function.table.ReturnTypeSpecification.DescribedTable;
import io.trino.spi.function.table.ScalarArgument;
import io.trino.spi.function.table.ScalarArgumentSpecification;
import io.trino.spi.function.table.TableFunctionAnalysis;
import io.trino.spi.function.table.TableFunctionProcessorProvider;
import io.trino.spi.function.table.TableFunctionProcessorState;
import io.trino.spi.function.table.TableFunctionSplitProcessor;
import io.trino.spi.procedure.Procedure;
import io.trino.spi.session.PropertyMetadata;
import io.trino.spi.type.ArrayType;
import io.trino.spi.type.Type;
import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;

/**
 * A real Trino, in this process, with a connector that has the functions, procedures and tables of ours and does as it is
 * told: what is tested is that the command speaks to it as Trino wants to be spoken to.
 */
final class ScriptedTrino implements AutoCloseable {
    private static final List<String> COLUMNS =
            List.of("event", "build", "objects", "bytes", "ranges", "rows", "index_bytes", "object", "message");
    private static final List<Type> TYPES =
            List.of(VARCHAR, VARCHAR, BIGINT, BIGINT, BIGINT, BIGINT, BIGINT, VARCHAR, VARCHAR);
    /** without options, a map, which the mock connector cannot hold */
    private static final List<ColumnMetadata> INDEXES_COLUMNS = List.of(
            new ColumnMetadata("index_name", VARCHAR),
            ColumnMetadata.builder()
                    .setName("index_type")
                    .setType(VARCHAR)
                    .setExtraInfo(Optional.of("partition key"))
                    .build(),
            new ColumnMetadata("columns", new ArrayType(VARCHAR)),
            new ColumnMetadata("requested", BOOLEAN),
            new ColumnMetadata("objects_indexed", BIGINT),
            new ColumnMetadata("objects_total", BIGINT),
            new ColumnMetadata("objects_stale", BIGINT),
            new ColumnMetadata("bytes_indexed", BIGINT),
            new ColumnMetadata("bytes_total", BIGINT),
            new ColumnMetadata("ranges", BIGINT),
            new ColumnMetadata("index_bytes", BIGINT),
            new ColumnMetadata("snapshot", VARCHAR),
            new ColumnMetadata("published", TIMESTAMP_TZ_MILLIS),
            new ColumnMetadata("next_build", VARCHAR),
            new ColumnMetadata("problem", VARCHAR));

    private static final List<ColumnMetadata> VACUUM_COLUMNS = List.of(
            new ColumnMetadata("older_than", VARCHAR),
            new ColumnMetadata("file", VARCHAR),
            new ColumnMetadata("total_bytes", BIGINT));

    private final Map<String, Script> scripts = new ConcurrentHashMap<>();
    private final List<String> calls = new CopyOnWriteArrayList<>();
    private final TestingTrinoServer server = TestingTrinoServer.create();

    /** What system.summarize does: one split a step, each of which gives its rows once its gate is open. */
    record Script(
            List<Step> steps, List<List<?>> indexes, List<List<?>> unneeded, Optional<TrinoException> publishFailure) {
        Script(List<Step> steps, List<List<?>> indexes, Optional<TrinoException> publishFailure) {
            this(steps, indexes, List.of(), publishFailure);
        }

        static Script of(Step... steps) {
            return new Script(List.of(steps), List.of(), Optional.empty());
        }
    }

    /** A split of system.summarize. */
    record Step(CompletableFuture<Void> gate, List<BuildEvent> events) {
        static Step of(BuildEvent... events) {
            return new Step(CompletableFuture.completedFuture(null), List.of(events));
        }
    }

    /** Survives the way to a worker. */
    public record Handle(@JsonProperty String table) implements ConnectorTableFunctionHandle {}

    /** Survives the way to a worker. */
    public record Split(
            @JsonProperty String table, @JsonProperty int step) implements ConnectorSplit {}

    ScriptedTrino() {
        server.installPlugin(new MockConnectorPlugin(connector("skipping_hive")));
        server.installPlugin(new MockConnectorPlugin(MockConnectorFactory.builder()
                .withName("hive")
                .withGetTableHandle((_, _) -> null)
                .build()));
        server.createCatalog("lake", "skipping_hive");
        server.createCatalog("plain", "hive");
    }

    void script(String table, Script script) {
        scripts.put(table, script);
    }

    /** Everything that the command had the connector do, in order. */
    List<String> calls() {
        return calls;
    }

    String url() {
        return server.getBaseUrl().toString();
    }

    /** States of the queries whose text contains this. */
    List<String> states(String text) {
        return server.getQueryManager().getQueries().stream()
                .filter(query -> query.getQuery().contains(text))
                .map(query -> "%s %s"
                        .formatted(
                                query.getState(),
                                query.getErrorCode() == null
                                        ? ""
                                        : query.getErrorCode().getName()))
                .toList();
    }

    @Override
    public void close() throws IOException {
        server.close();
    }

    private MockConnectorFactory connector(String name) {
        return MockConnectorFactory.builder()
                .withName(name)
                .withSessionProperty(PropertyMetadata.stringProperty("flavour", "for tests", "plain", false))
                .withTableFunctions(List.of(new Summarize()))
                .withTableFunctionSplitSources(this::splits)
                .withFunctionProvider(Optional.of(new Functions()))
                .withProcedures(List.of(publish(), vacuum()))
                .withGetTableHandle(
                        (_, table) -> scripts.containsKey(source(table)) ? new MockConnectorTableHandle(table) : null)
                .withListTables((_, schema) -> schema.equals("grid")
                        ? scripts.keySet().stream().sorted().toList()
                        : List.of())
                .withListSchemaNames(_ -> List.of("grid"))
                .withGetColumns(table -> table.getTableName().endsWith("$vacuum") ? VACUUM_COLUMNS : INDEXES_COLUMNS)
                .withData(table -> table.getTableName().endsWith("$vacuum")
                        ? script(source(table)).unneeded()
                        : script(source(table)).indexes())
                .build();
    }

    private static String source(SchemaTableName table) {
        return table.getTableName().replaceAll("\\$(indexes|vacuum)$", "");
    }

    private Script script(String table) {
        Script script = scripts.get(table);
        if (script == null) {
            throw new TableNotFoundException(new SchemaTableName("grid", table));
        }
        return script;
    }

    private FixedSplitSource splits(ConnectorTableFunctionHandle handle) {
        String table = ((Handle) handle).table();
        return new FixedSplitSource(IntStream.range(0, script(table).steps().size())
                .mapToObj(step -> new Split(table, step))
                .collect(ImmutableList.toImmutableList()));
    }

    private final class Summarize extends AbstractConnectorTableFunction {
        Summarize() {
            super(
                    "system",
                    "summarize",
                    List.of(
                            argument("SCHEMA_NAME").build(),
                            argument("TABLE_NAME").build(),
                            argument("RANGE_SIZE").defaultValue(null).build()),
                    new DescribedTable(new Descriptor(IntStream.range(0, COLUMNS.size())
                            .mapToObj(i -> new Descriptor.Field(COLUMNS.get(i), Optional.of(TYPES.get(i))))
                            .toList())));
        }

        private static ScalarArgumentSpecification.Builder argument(String name) {
            return ScalarArgumentSpecification.builder().name(name).type(VARCHAR);
        }

        @Override
        public TableFunctionAnalysis analyze(
                ConnectorSession session,
                ConnectorTransactionHandle transaction,
                Map<String, Argument> arguments,
                ConnectorAccessControl accessControl) {
            String table = text(arguments, "TABLE_NAME");
            calls.add("summarize %s %s %s %s by %s"
                    .formatted(
                            text(arguments, "SCHEMA_NAME"),
                            table,
                            text(arguments, "RANGE_SIZE"),
                            session.getProperty("flavour", String.class),
                            session.getUser()));
            script(table);
            return TableFunctionAnalysis.builder().handle(new Handle(table)).build();
        }

        private static String text(Map<String, Argument> arguments, String name) {
            Slice value = (Slice) ((ScalarArgument) arguments.get(name)).getValue();
            return value == null ? null : value.toStringUtf8();
        }
    }

    private final class Functions implements FunctionProvider {
        @Override
        public TableFunctionProcessorProvider getTableFunctionProcessorProvider(ConnectorTableFunctionHandle handle) {
            return new TableFunctionProcessorProvider() {
                @Override
                public TableFunctionSplitProcessor getSplitProcessor(
                        ConnectorSession session, ConnectorTableFunctionHandle function, ConnectorSplit split) {
                    Split scripted = (Split) split;
                    return new Processor(script(scripted.table()).steps().get(scripted.step()));
                }
            };
        }
    }

    private static final class Processor implements TableFunctionSplitProcessor {
        private final Step step;
        private boolean done;

        Processor(Step step) {
            this.step = step;
        }

        @Override
        public TableFunctionProcessorState process() {
            if (!step.gate().isDone()) {
                return TableFunctionProcessorState.Blocked.blocked(step.gate());
            }
            step.gate().join();
            if (done) {
                return TableFunctionProcessorState.Finished.FINISHED;
            }
            done = true;
            return TableFunctionProcessorState.Processed.produced(page(step.events()));
        }

        private static Page page(List<BuildEvent> events) {
            PageBuilder page = new PageBuilder(TYPES);
            for (BuildEvent event : events) {
                page.declarePosition();
                List<Object> values = new ArrayList<>(Arrays.asList(
                        event.kind().name().toLowerCase(java.util.Locale.ROOT),
                        event.build(),
                        event.objects(),
                        event.bytes(),
                        event.ranges(),
                        event.rows(),
                        event.indexBytes(),
                        event.object(),
                        event.message()));
                for (int column = 0; column < values.size(); column++) {
                    BlockBuilder builder = page.getBlockBuilder(column);
                    switch (values.get(column)) {
                        case null -> builder.appendNull();
                        case Long number -> BIGINT.writeLong(builder, number);
                        case Object text -> VARCHAR.writeSlice(builder, utf8Slice(text.toString()));
                    }
                }
            }
            return page.build();
        }
    }

    private Procedure publish() {
        return new Procedure(
                "system",
                "publish_index",
                List.of(
                        new Procedure.Argument("SCHEMA_NAME", VARCHAR),
                        new Procedure.Argument("TABLE_NAME", VARCHAR),
                        new Procedure.Argument("BUILD", VARCHAR)),
                method("publishIndex", String.class, String.class, String.class));
    }

    private Procedure vacuum() {
        return new Procedure(
                "system",
                "vacuum_index",
                List.of(
                        new Procedure.Argument("SCHEMA_NAME", VARCHAR),
                        new Procedure.Argument("TABLE_NAME", VARCHAR),
                        new Procedure.Argument("OLDER_THAN", VARCHAR, false, "1h"),
                        new Procedure.Argument("DRY_RUN", BOOLEAN, false, false)),
                method("vacuumIndex", String.class, String.class, String.class, boolean.class));
    }

    private MethodHandle method(String name, Class<?>... arguments) {
        try {
            return lookup().unreflect(ScriptedTrino.class.getMethod(name, arguments))
                    .bindTo(this);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    /** Acts as the procedure publish_index. */
    public void publishIndex(String schema, String table, String build) {
        script(table).publishFailure().ifPresent(failure -> {
            throw failure;
        });
        calls.add("publish %s %s %s".formatted(schema, table, build));
    }

    /** Acts as the procedure vacuum_index. */
    public void vacuumIndex(String schema, String table, String olderThan, boolean dryRun) {
        script(table);
        calls.add("vacuum %s %s %s %s".formatted(schema, table, olderThan, dryRun));
    }
}
