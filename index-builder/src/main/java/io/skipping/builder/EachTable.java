// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.builder;

import io.skipping.builder.catalog.SkippingCatalog;
import io.skipping.builder.job.JobEnvironment;
import io.skipping.builder.job.JobException;
import io.skipping.builder.job.JobException.Scope;
import io.skipping.command.ExitCode;
import io.skipping.command.TableName;
import io.skipping.command.Texts;
import io.skipping.command.progress.Steps;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** Goes through the tables that a user means, once or in several rounds, and reports what fails. */
final class EachTable {
    private final JobEnvironment environment;
    private final SkippingCatalog catalog;
    private final List<TableName> tables;
    private final Optional<List<String>> schemas;

    /** Holds why tables were skipped that cannot have an index, as far as it was told. */
    private final Map<TableName, String> skipped = new HashMap<>();

    private boolean tellsSkipped = true;
    private Optional<Steps> steps = Optional.empty();
    private String work = "";

    /**
     * Creates a way through tables.
     *
     * @param environment its {@code err} receives what fails
     * @param tables those that are named
     * @param schemas those all tables of which are meant; empty for all schemas
     */
    EachTable(
            JobEnvironment environment,
            SkippingCatalog catalog,
            List<TableName> tables,
            Optional<List<String>> schemas) {
        this.environment = environment;
        this.catalog = catalog;
        this.tables = List.copyOf(tables);
        this.schemas = schemas.map(List::copyOf);
    }

    /** Sets whether to tell of tables of schemas that cannot have an index. By default, each is told of once for each reason. */
    EachTable tellingSkipped(boolean tells) {
        tellsSkipped = tells;
        return this;
    }

    /**
     * Shows which table is worked on.
     *
     * @param doing what is done with it, as a line begins
     */
    EachTable showing(Steps shown, String doing) {
        steps = Optional.of(shown);
        work = doing;
        return this;
    }

    /**
     * Runs the work for each table. Continues with the next table when one fails, unless the next would fail for the
     * same reason.
     */
    ExitCode run(Function<TableName, ExitCode> work) {
        ExitCode worst = ExitCode.OK;
        Set<TableName> done = new HashSet<>();
        try {
            worst = worst.or(runAll(tables, "", done, work, false));
            List<String> all = List.copyOf(new LinkedHashSet<>(schemas.orElseGet(this::allSchemas)));
            for (int schema = 0; schema < all.size(); schema++) {
                List<TableName> listed;
                try {
                    listed = catalog.tables(all.get(schema).toLowerCase(Locale.ROOT));
                } catch (JobException e) {
                    worst = worst.or(fail(e));
                    continue;
                }
                String place = all.size() == 1 ? "" : ", schema %d of %d".formatted(schema + 1, all.size());
                worst = worst.or(runAll(listed, place, done, work, true));
            }
            return worst;
        } catch (EndOfRound _) {
            return ExitCode.FAILED;
        }
    }

    /** @param listed whether the tables come from a listing, and were not named by the user */
    private ExitCode runAll(
            List<TableName> some,
            String place,
            Set<TableName> done,
            Function<TableName, ExitCode> work,
            boolean listed) {
        ExitCode worst = ExitCode.OK;
        for (int number = 0; number < some.size(); number++) {
            TableName table = some.get(number);
            if (done.add(table)) {
                show("%s, table %d of %d%s"
                        .formatted(Texts.printable(table.toString()), number + 1, some.size(), place));
                worst = worst.or(attempt(table, work, listed));
            }
        }
        return worst;
    }

    private void show(String which) {
        steps.ifPresent(shown -> shown.begin("%s %s".formatted(work, which)));
    }

    private List<String> allSchemas() {
        try {
            return catalog.schemas();
        } catch (JobException e) {
            environment.err().println("error: " + e.getMessage());
            throw new EndOfRound();
        }
    }

    /** Reports that every other table would fail in the same way. */
    private static final class EndOfRound extends RuntimeException {}

    private ExitCode attempt(TableName table, Function<TableName, ExitCode> work, boolean listed) {
        try {
            ExitCode code = work.apply(table);
            skipped.remove(table);
            return code;
        } catch (JobException e) {
            if (listed && e.scope() == Scope.NO_INDEX) {
                tellSkipped(table, e.getMessage());
                return ExitCode.OK;
            }
            skipped.remove(table);
            // one that was listed may have been dropped since
            return listed && e.scope() == Scope.NO_TABLE ? ExitCode.OK : fail(e);
        }
    }

    /** With --watch, a table is skipped in each round, and the reason is news only once. */
    private void tellSkipped(TableName table, String reason) {
        if (tellsSkipped && !reason.equals(skipped.put(table, reason))) {
            environment.err().println("skipped: " + reason);
        }
    }

    private ExitCode fail(JobException e) {
        environment.err().println("error: " + e.getMessage());
        if (e.scope() == Scope.SERVER) {
            throw new EndOfRound();
        }
        return ExitCode.FAILED;
    }
}
