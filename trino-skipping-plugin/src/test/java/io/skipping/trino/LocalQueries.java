// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino;

import static io.airlift.concurrent.MoreFutures.getFutureValue;
import static io.airlift.concurrent.MoreFutures.whenAnyComplete;
import static io.airlift.units.DataSize.Unit.GIGABYTE;
import static io.trino.execution.ParameterExtractor.bindParameters;
import static io.trino.execution.querystats.PlanOptimizersStatsCollector.createPlanOptimizersStatsCollector;
import static io.trino.execution.warnings.WarningCollector.NOOP;
import static io.trino.sql.planner.optimizations.PlanNodeSearcher.searchFrom;
import static io.trino.testing.TransactionBuilder.transaction;
import static java.util.concurrent.TimeUnit.MINUTES;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableSet;
import com.google.common.io.Closer;
import com.google.common.util.concurrent.ListenableFuture;
import com.google.common.util.concurrent.MoreExecutors;
import com.google.inject.Key;
import io.airlift.concurrent.Threads;
import io.airlift.json.JsonCodec;
import io.airlift.json.JsonCodecFactory;
import io.airlift.stats.GcMonitor;
import io.airlift.stats.TestingGcMonitor;
import io.airlift.units.DataSize;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanId;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceId;
import io.opentelemetry.api.trace.TraceState;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.Scope;
import io.skipping.trino.SkippingTestTables.Scanned;
import io.skipping.trino.core.release.LocalTasks;
import io.skipping.trino.core.release.ObjectValues;
import io.trino.Session;
import io.trino.cost.CostCalculator;
import io.trino.cost.CostCalculator.EstimatedExchanges;
import io.trino.cost.CostComparator;
import io.trino.cost.ScalarStatsCalculator;
import io.trino.cost.TaskCountEstimator;
import io.trino.execution.QueryPreparer;
import io.trino.execution.QueryPreparer.PreparedQuery;
import io.trino.execution.ScheduledSplit;
import io.trino.execution.SplitAssignment;
import io.trino.execution.StageId;
import io.trino.execution.TableExecuteContextManager;
import io.trino.execution.TaskId;
import io.trino.execution.TaskManagerConfig;
import io.trino.execution.TaskStateMachine;
import io.trino.memory.MemoryPool;
import io.trino.memory.QueryContext;
import io.trino.metadata.LanguageFunctionManager;
import io.trino.metadata.Split;
import io.trino.operator.Driver;
import io.trino.operator.DriverFactory;
import io.trino.operator.TaskContext;
import io.trino.server.testing.TestingTrinoServer;
import io.trino.spi.Page;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.metrics.Metrics;
import io.trino.spi.type.Type;
import io.trino.spiller.SpillSpaceTracker;
import io.trino.split.SplitSource;
import io.trino.sql.analyzer.Analysis;
import io.trino.sql.analyzer.AnalyzerFactory;
import io.trino.sql.parser.SqlParser;
import io.trino.sql.planner.LocalExecutionPlanner;
import io.trino.sql.planner.LocalExecutionPlanner.LocalExecutionPlan;
import io.trino.sql.planner.LogicalPlanner;
import io.trino.sql.planner.Plan;
import io.trino.sql.planner.PlanFragment;
import io.trino.sql.planner.PlanFragmenter;
import io.trino.sql.planner.PlanNodeIdAllocator;
import io.trino.sql.planner.PlanOptimizers;
import io.trino.sql.planner.RuleStatsRecorder;
import io.trino.sql.planner.SplitSourceFactory;
import io.trino.sql.planner.SubPlan;
import io.trino.sql.planner.optimizations.PlanNodeSearcher;
import io.trino.sql.planner.optimizations.PlanOptimizer;
import io.trino.sql.planner.plan.AggregationNode;
import io.trino.sql.planner.plan.JoinNode;
import io.trino.sql.planner.plan.LimitNode;
import io.trino.sql.planner.plan.PlanNode;
import io.trino.sql.planner.plan.PlanNodeId;
import io.trino.sql.planner.plan.SemiJoinNode;
import io.trino.sql.planner.plan.SortNode;
import io.trino.sql.planner.plan.TableFinishNode;
import io.trino.sql.planner.plan.TableFunctionProcessorNode;
import io.trino.sql.planner.plan.TopNNode;
import io.trino.sql.planner.sanity.PlanSanityChecker;
import io.trino.testing.MaterializedRow;
import io.trino.testing.PageConsumerOperator.PageConsumerOutputFactory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.BiFunction;
import java.util.regex.Pattern;

/**
 * Plans and runs queries by the parts of a server in this process, in the thread that asks, without stages and tasks:
 * analysis, the optimiser, the connector, and the operators are those of the server; the rest takes half of the CPU time of a
 * query of a few rows, most of it HTTP and JSON that the server exchanges with itself. The rules for plans of one node are
 * Trino's own. The plan and the splits go through JSON as on their way to a worker. Queries with joins are left to the
 * server: tests of joins want its dynamic filters. Statements that write rows can be asked, too, where no test depends on
 * how their rows are exchanged between tasks.
 */
final class LocalQueries implements AutoCloseable {
    /** the default of servers */
    private static final int SPLITS_AT_ONCE = 1000;

    private static final DataSize MOST_MEMORY = DataSize.of(1, GIGABYTE);
    private static final GcMonitor NO_COLLECTIONS = new TestingGcMonitor();
    /** In this context nothing is traced: spans have the text of handles, and stay until the next query of the server. */
    private static final Context UNTRACED = Context.root()
            .with(Span.wrap(SpanContext.create(
                    TraceId.fromLongs(0, 1), SpanId.fromLong(1), TraceFlags.getDefault(), TraceState.getDefault())));

    private static final Pattern JOINS = Pattern.compile(" JOIN | IN \\(SELECT ");

    private final TestingTrinoServer server;
    private final SkippingTestTables remote;
    private final List<PlanOptimizer> optimizers;
    private final JsonCodec<PlanFragment> fragmentCodec;
    private final JsonCodec<Split> splitCodec;
    private final ScheduledExecutorService executor =
            Executors.newScheduledThreadPool(2, Threads.daemonThreadsNamed("local-queries-%s"));

    private volatile int splitsAtOnce = SPLITS_AT_ONCE;

    /** @param remote what asks the server */
    LocalQueries(TestingTrinoServer server, SkippingTestTables remote) {
        this.server = server;
        this.remote = remote;
        this.optimizers = new PlanOptimizers(
                        server.getPlannerContext(),
                        of(TaskManagerConfig.class),
                        true,
                        server.getSplitManager(),
                        server.getPageSourceManager(),
                        server.getStatsCalculator(),
                        of(ScalarStatsCalculator.class),
                        of(CostCalculator.class),
                        server.getInstance(Key.get(CostCalculator.class, EstimatedExchanges.class)),
                        of(CostComparator.class),
                        of(TaskCountEstimator.class),
                        server.getNodePartitioningManager(),
                        new RuleStatsRecorder())
                .getPlanOptimizers();
        JsonCodecFactory codecs = of(JsonCodecFactory.class);
        this.fragmentCodec = codecs.jsonCodec(PlanFragment.class);
        this.splitCodec = codecs.jsonCodec(Split.class);
    }

    private <T> T of(Class<T> part) {
        return server.getInstance(Key.get(part));
    }

    /** Returns the rows of a query, with values as clients get them. */
    List<MaterializedRow> rows(Session session, String query) {
        return scan(session, query).rows();
    }

    /** Returns the rows of a query, and what its split sources counted when they had given all splits. */
    Scanned scan(Session session, String query) {
        return planned(session, query, this::run);
    }

    /** Returns what the split sources of a query count when they give all splits, of which none is read. */
    Scanned scanWithoutReading(Session session, String query) {
        return planned(session, query, (running, plan) -> {
            List<Metrics> metrics = new ArrayList<>();
            splitSources(running, plan).values().forEach(source -> splits(source, metrics));
            return new Scanned(List.of(), metrics);
        });
    }

    private Scanned planned(Session session, String query, BiFunction<Session, PlanFragment, Scanned> action) {
        if (query.startsWith("SELECT ") && JOINS.matcher(query).find()) {
            // it need not be planned to see that
            return remote.scanOnServer(session, query);
        }
        Optional<Scanned> own;
        try (Scope _ = UNTRACED.makeCurrent()) {
            own = asked(session, query, action);
        }
        return own.orElseGet(() -> remote.scanOnServer(session, query));
    }

    /** Returns what the action makes of the plan of a query; empty if the query is for the server. */
    private Optional<Scanned> asked(Session session, String query, BiFunction<Session, PlanFragment, Scanned> action) {
        return transaction(
                        server.getTransactionManager(),
                        server.getPlannerContext().getMetadata(),
                        server.getAccessControl())
                .singleStatement()
                .execute(Session.builder(session).setStart(Instant.now()).build(), running -> {
                    LanguageFunctionManager functions =
                            server.getPlannerContext().getLanguageFunctionManager();
                    TableExecuteContextManager writes = of(TableExecuteContextManager.class);
                    functions.tryRegisterQuery(running);
                    writes.registerTableExecuteContextForQuery(running.getQueryId());
                    try {
                        PlanFragment plan = plan(running, query);
                        return isForTheServer(plan) ? Optional.empty() : Optional.of(action.apply(running, plan));
                    } finally {
                        writes.unregisterTableExecuteContextForQuery(running.getQueryId());
                        functions.unregisterQuery(running);
                    }
                });
    }

    private static boolean isForTheServer(PlanFragment fragment) {
        PlanNodeSearcher plan = searchFrom(fragment.getRoot());
        boolean remote = plan.where(node -> node instanceof JoinNode || node instanceof SemiJoinNode)
                        .matches()
                || plan.where(LocalQueries::needsAllRows).matches();
        if (remote && plan.where(TableFinishNode.class::isInstance).matches()) {
            throw new IllegalArgumentException("What has begun to write here cannot be left to the server");
        }
        return remote;
    }

    /** Each split of a function that makes a table has operators of its own here, so that nothing brings their rows together. */
    private static boolean needsAllRows(PlanNode node) {
        return (node instanceof AggregationNode
                        || node instanceof SortNode
                        || node instanceof TopNNode
                        || node instanceof LimitNode)
                && searchFrom(node)
                        .where(TableFunctionProcessorNode.class::isInstance)
                        .matches();
    }

    private PlanFragment plan(Session session, String query) {
        PreparedQuery prepared = new QueryPreparer(of(SqlParser.class)).prepareQuery(session, query);
        Analysis analysis = of(AnalyzerFactory.class)
                .createAnalyzer(
                        session,
                        prepared.getParameters(),
                        bindParameters(prepared.getStatement(), prepared.getParameters()),
                        NOOP,
                        createPlanOptimizersStatsCollector())
                .analyze(prepared.getStatement());
        Plan plan = new LogicalPlanner(
                        session,
                        optimizers,
                        new PlanSanityChecker(true),
                        new PlanNodeIdAllocator(),
                        server.getPlannerContext(),
                        server.getStatsCalculator(),
                        of(CostCalculator.class),
                        NOOP,
                        createPlanOptimizersStatsCollector(),
                        LocalTasks.statistics(server.getPlannerContext().getMetadata(), session))
                .plan(analysis);
        SubPlan fragments = of(PlanFragmenter.class).createSubPlans(session, plan, true, NOOP);
        assertThat(fragments.getChildren()).as("fragments beside the first one").isEmpty();
        return fragments.getFragment();
    }

    private Scanned run(Session session, PlanFragment fragment) {
        List<MaterializedRow> rows = new ArrayList<>();
        List<Metrics> metrics = new ArrayList<>();
        PlanFragment sent = copy(fragmentCodec, fragment);
        TaskContext task = task(session, sent);
        LocalExecutionPlan plan = of(LocalExecutionPlanner.class)
                .plan(
                        task,
                        sent.getRoot(),
                        sent.getOutputPartitioningScheme().getOutputLayout(),
                        sent.getPartitionedSources(),
                        new PageConsumerOutputFactory(types -> page -> rows.addAll(rows(session, types, page))));
        try (Closer closer = Closer.create()) {
            List<Driver> drivers = drivers(session, fragment, task, plan, metrics);
            drivers.forEach(closer::register);
            drive(drivers);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new Scanned(rows, metrics);
    }

    private TaskContext task(Session session, PlanFragment fragment) {
        QueryContext query = new QueryContext(
                session.getQueryId(),
                MOST_MEMORY,
                new MemoryPool(MOST_MEMORY),
                0,
                NO_COLLECTIONS,
                executor,
                executor,
                executor,
                MOST_MEMORY,
                new SpillSpaceTracker(MOST_MEMORY));
        TaskStateMachine state = new TaskStateMachine(new TaskId(new StageId(session.getQueryId(), 0), 0, 0), executor);
        return LocalTasks.create(
                query, state, session, server.getPlannerContext().getMetadata(), fragment);
    }

    private static List<MaterializedRow> rows(Session session, List<Type> types, Page page) {
        List<MaterializedRow> rows = new ArrayList<>(page.getPositionCount());
        // made of the session each time that it is asked for, which takes longer than a value does
        ConnectorSession ofConnectors = session.toConnectorSession();
        for (int position = 0; position < page.getPositionCount(); position++) {
            List<Object> fields = new ArrayList<>(types.size());
            for (int channel = 0; channel < types.size(); channel++) {
                fields.add(InProcessClient.value(
                        types.get(channel),
                        ObjectValues.of(types.get(channel), ofConnectors, page.getBlock(channel), position)));
            }
            rows.add(new MaterializedRow(fields));
        }
        return rows;
    }

    private List<Driver> drivers(
            Session session, PlanFragment fragment, TaskContext task, LocalExecutionPlan plan, List<Metrics> metrics) {
        List<Driver> drivers = new ArrayList<>();
        Map<PlanNodeId, DriverFactory> scans = new HashMap<>();
        for (DriverFactory factory : plan.getDriverFactories()) {
            if (factory.getSourceId().isPresent()) {
                scans.put(factory.getSourceId().get(), factory);
            } else {
                for (int instance = 0; instance < factory.getDriverInstances().orElse(1); instance++) {
                    drivers.add(driver(task, factory, false));
                }
            }
        }
        long sequence = 0;
        for (Map.Entry<PlanNodeId, SplitSource> scan :
                splitSources(session, fragment).entrySet()) {
            PlanNodeId id = scan.getKey();
            for (Split split : splits(scan.getValue(), metrics)) {
                Driver driver = driver(
                        task, scans.get(id), fragment.getPartitionedSources().contains(id));
                driver.updateSplitAssignment(
                        new SplitAssignment(id, ImmutableSet.of(new ScheduledSplit(sequence++, id, split)), true));
                drivers.add(driver);
            }
        }
        plan.getDriverFactories().forEach(DriverFactory::noMoreDrivers);
        return drivers;
    }

    private Map<PlanNodeId, SplitSource> splitSources(Session session, PlanFragment fragment) {
        return of(SplitSourceFactory.class).createSplitSources(session, Span.getInvalid(), fragment);
    }

    private static Driver driver(TaskContext task, DriverFactory factory, boolean partitioned) {
        return factory.createDriver(task.addPipelineContext(
                        factory.getPipelineId(), factory.isInputDriver(), factory.isOutputDriver(), partitioned)
                .addDriverContext());
    }

    /** Has queries asked with batches of so many splits, at which a server arrives with very many files only. */
    void withSplitsAtOnce(int most, Runnable queries) {
        splitsAtOnce = most;
        try {
            queries.run();
        } finally {
            splitsAtOnce = SPLITS_AT_ONCE;
        }
    }

    private List<Split> splits(SplitSource source, List<Metrics> metrics) {
        List<Split> splits = new ArrayList<>();
        try (source) {
            while (!source.isFinished()) {
                getFutureValue(source.getNextBatch(splitsAtOnce))
                        .getSplits()
                        .forEach(split -> splits.add(copy(splitCodec, split)));
            }
            metrics.add(source.getMetrics());
        }
        return splits;
    }

    /** Returns what a worker would get. */
    private static <T> T copy(JsonCodec<T> codec, T part) {
        return codec.fromJson(codec.toJsonBytes(part));
    }

    private static void drive(List<Driver> drivers) {
        while (true) {
            List<ListenableFuture<Void>> waiting = new ArrayList<>();
            for (Driver driver : drivers) {
                if (!driver.isFinished()) {
                    waiting.add(driver.processForNumberOfIterations(1));
                }
            }
            if (waiting.isEmpty()) {
                return;
            }
            if (waiting.stream().noneMatch(ListenableFuture::isDone)) {
                getFutureValue(whenAnyComplete(waiting));
            }
        }
    }

    @Override
    public void close() {
        MoreExecutors.shutdownAndAwaitTermination(executor, 1, MINUTES);
    }
}
