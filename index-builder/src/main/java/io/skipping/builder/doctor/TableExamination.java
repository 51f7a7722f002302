// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.builder.doctor;

import io.skipping.builder.catalog.IndexStatus;
import io.skipping.builder.catalog.SkippingCatalog;
import io.skipping.builder.job.JobException;
import io.skipping.builder.job.JobException.Scope;
import io.skipping.command.TableName;
import io.skipping.command.Texts;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Examines a table: whether its user may build, whether its store can hold an index, and the state of its index. */
public final class TableExamination {
    private static final String RIGHTS =
            "grant it SELECT on all columns and INSERT (docs/security.md#who-may-do-what), or examine as the user that builds";

    /** Protects younger leftovers, which a query or a build may still need. */
    private static final String LEFT_OVER = "1d";

    private final SkippingCatalog catalog;
    private final TableName table;
    private final Options options;

    /**
     * Says how to examine.
     *
     * @param command the beginning of a command at this server, without its name
     * @param maxAge how old the newest state may be while objects are not in it
     * @param write whether to try out the store with a small file
     */
    public record Options(String command, Duration maxAge, boolean write, Instant now) {}

    public TableExamination(SkippingCatalog catalog, TableName table, Options options) {
        this.catalog = catalog;
        this.table = table;
        this.options = options;
    }

    /** @throws JobException if there is no such table, or it cannot have an index, or the server does not answer */
    public List<Finding> findings() {
        List<Finding> findings = new ArrayList<>();
        List<IndexStatus> indexes;
        try {
            indexes = catalog.indexes(table);
        } catch (JobException e) {
            rethrowUnlessOfTable(e);
            return List.of(
                    e.scope() == Scope.DENIED
                            ? Finding.problem(subject(), e.getMessage(), RIGHTS)
                            : Finding.problem(
                                    subject(),
                                    "its index cannot be looked at: " + e.getMessage(),
                                    "see docs/errors.md"));
        }
        rights().ifPresent(findings::add);
        if (options.write()) {
            store().ifPresent(findings::add);
        }
        findings.add(state(indexes));
        leftovers().ifPresent(findings::add);
        return findings;
    }

    private Optional<Finding> rights() {
        try {
            catalog.columns(table);
            return Optional.empty();
        } catch (JobException e) {
            rethrowUnlessOfTable(e);
            return Optional.of(Finding.problem(subject(), e.getMessage(), RIGHTS));
        }
    }

    private Optional<Finding> store() {
        try {
            catalog.checkStore(table);
            return Optional.empty();
        } catch (JobException e) {
            rethrowUnlessOfTable(e);
            return Optional.of(
                    e.scope() == Scope.DENIED
                            ? Finding.problem(subject(), e.getMessage(), RIGHTS)
                            : Finding.problem(
                                    subject(),
                                    e.getMessage(),
                                    "repair the store, or set skipping.index.location to one that can (docs/index-format.md#what-a-store-must-offer)"));
        }
    }

    private Finding state(List<IndexStatus> indexes) {
        Optional<IndexStatus> most = indexes.stream().max(Comparator.comparingLong(IndexStatus::objectsIndexed));
        if (most.isEmpty()) {
            return Finding.warning(subject(), "it has no index: queries read all of it", command("build"));
        }
        Optional<String> damage =
                indexes.stream().flatMap(index -> index.problem().stream()).findFirst();
        if (damage.isPresent()) {
            return Finding.problem(
                    subject(),
                    "its index cannot be read: " + damage.get(),
                    "%s repairs it".formatted(command("build")));
        }
        IndexStatus best = most.get();
        if (best.published().isEmpty()) {
            return Finding.warning(subject(), "its indexes were asked for and never built", command("build"));
        }
        Duration age = Duration.between(best.published().get(), options.now());
        String text = "%s of %s (%s of the bytes) are indexed, %s stale; published %s ago"
                .formatted(
                        Texts.count(best.objectsIndexed()),
                        Texts.objects(best.objectsTotal()),
                        Texts.percent(best.bytesIndexed(), best.bytesTotal()),
                        Texts.count(best.objectsStale()),
                        Texts.duration(age));
        List<String> added = indexes.stream()
                .filter(index -> index.nextBuild().equals("add"))
                .map(IndexStatus::name)
                .toList();
        if (!added.isEmpty()) {
            return Finding.warning(
                    subject(),
                    "%s; not built yet: %s".formatted(text, String.join(", ", added)),
                    "%s reads all objects for it".formatted(command("build")));
        }
        boolean late = best.objectsIndexed() < best.objectsTotal() && age.compareTo(options.maxAge()) > 0;
        return late
                ? Finding.warning(
                        subject(), text, "%s, from cron or with --watch (docs/building.md)".formatted(command("build")))
                : Finding.ok(subject(), text);
    }

    private Optional<Finding> leftovers() {
        try {
            SkippingCatalog.Vacuumed unneeded = catalog.vacuumed(table, LEFT_OVER);
            return unneeded.files().isEmpty()
                    ? Optional.empty()
                    : Optional.of(Finding.warning(
                            subject(),
                            "nothing needs %s of its index (%s) that %s older than %s"
                                    .formatted(
                                            Texts.files(unneeded.files().size()),
                                            Texts.bytes(unneeded.bytes()),
                                            unneeded.files().size() == 1 ? "is" : "are",
                                            LEFT_OVER),
                            command("vacuum")));
        } catch (JobException e) {
            rethrowUnlessOfTable(e);
            return Optional.of(
                    Finding.unknown(subject(), "leftovers are not known: " + e.getMessage(), command("build")));
        }
    }

    /** Throws an error again unless it is of this table alone: every other table would fail for it, or another command reports it in the same way. */
    private static void rethrowUnlessOfTable(JobException e) {
        if (e.scope() != Scope.TABLE && e.scope() != Scope.DENIED) {
            throw e;
        }
    }

    private String subject() {
        return table.toString();
    }

    private String command(String name) {
        return "java -jar index-builder.jar %s %s --table %s".formatted(name, options.command(), table.argument());
    }
}
