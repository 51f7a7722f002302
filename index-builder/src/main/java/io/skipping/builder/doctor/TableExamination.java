// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.builder.doctor;

import io.skipping.builder.catalog.IndexStatus;
import io.skipping.builder.catalog.OverdueObjects;
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

    private static final String MESSAGES = "see docs/errors.md";

    /** Protects younger leftovers, which a query or a build may still need. */
    private static final String LEFT_OVER = "1d";

    private static final String BUILDS_TOLD = "%s tells the reason if it fails; let it run again and again, "
            + "from cron or with --watch (docs/building.md)";

    private final SkippingCatalog catalog;
    private final TableName table;
    private final StagingTables stagingTables;
    private final Options options;

    /**
     * Says how to examine.
     *
     * @param command the beginning of a command at this server, without its name
     * @param maxAge how long an object may be in no index
     * @param write whether to try out the store with a small file
     * @param now the date and time from which ages are counted
     */
    public record Options(String command, Duration maxAge, boolean write, Instant now) {}

    /**
     * Creates the examination of a table.
     *
     * @param stagingTables shared by the examinations of all tables
     */
    public TableExamination(SkippingCatalog catalog, TableName table, StagingTables stagingTables, Options options) {
        this.catalog = catalog;
        this.table = table;
        this.stagingTables = stagingTables;
        this.options = options;
    }

    /**
     * Examines the table, and returns what it has found.
     *
     * @throws JobException if there is no such table, or it cannot have an index, or the server does not answer
     */
    public List<Finding> findings() {
        List<Finding> findings = new ArrayList<>();
        // a staging table is a leftover itself; nobody builds its index
        if (StagingTables.rewritten(table).isEmpty()) {
            findings.addAll(index());
        }
        stagingTables.untold(table).forEach(staging -> findings.add(staging(staging)));
        return findings;
    }

    private List<Finding> index() {
        List<Finding> findings = new ArrayList<>();
        List<IndexStatus> indexes;
        try {
            indexes = catalog.indexes(table);
        } catch (JobException e) {
            // this statement alone decides whether there is such a table, and whether it can have an index: an error of
            // the
            // same kind from a later one, such as of an object in another type, must not hide what was found
            if (e.scope() != Scope.TABLE && e.scope() != Scope.DENIED) {
                throw e;
            }
            return List.of(
                    e.scope() == Scope.DENIED
                            ? Finding.problem(subject(), e.getMessage(), RIGHTS)
                            : Finding.problem(subject(), "its index cannot be looked at: " + e.getMessage(), MESSAGES));
        }
        rights().ifPresent(findings::add);
        if (options.write()) {
            findings.add(store());
        }
        findings.add(state(indexes));
        leftovers().ifPresent(findings::add);
        return findings;
    }

    private Optional<Finding> rights() {
        try {
            catalog.checkMaySummarize(table);
            return Optional.empty();
        } catch (JobException e) {
            rethrowIfOfServer(e);
            return Optional.of(
                    Finding.problem(subject(), e.getMessage(), e.scope() == Scope.DENIED ? RIGHTS : MESSAGES));
        }
    }

    private Finding store() {
        try {
            catalog.checkStore(table);
            return Finding.ok(
                    subject(), "a small file was created, listed, read and deleted where its index is, as builds need");
        } catch (JobException e) {
            if (e.scope() == Scope.UNTRIED) {
                return Finding.unknown(subject(), e.getMessage(), command("build") + ", then examine again");
            }
            rethrowIfOfServer(e);
            return e.scope() == Scope.DENIED
                    ? Finding.problem(subject(), e.getMessage(), RIGHTS)
                    : Finding.problem(
                            subject(),
                            e.getMessage(),
                            "repair the store, or set skipping.index.location to one that can (docs/index-format.md#what-a-store-must-offer)");
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
            // not everything is repaired by a build, so each of these messages ends with what helps
            return Finding.problem(
                    subject(),
                    "its index cannot be read: " + damage.get(),
                    "do what the end of this message says; if that is a build: " + command("build"));
        }
        IndexStatus best = most.get();
        if (best.published().isEmpty()) {
            return Finding.warning(subject(), "its indexes were asked for and never built", command("build"));
        }
        String text = "%s of %s (%s of the bytes) are indexed, %s stale; published %s ago"
                .formatted(
                        Texts.count(best.objectsIndexed()),
                        Texts.objects(best.objectsTotal()),
                        Texts.percent(best.bytesIndexed(), best.bytesTotal()),
                        Texts.count(best.objectsStale()),
                        ago(best.published().get()));
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
        return overdue(best, text).or(() -> uneven(indexes, best, text)).orElseGet(() -> Finding.ok(subject(), text));
    }

    /** Returns a warning of objects that have been in no index for too long, whether no build runs or builds fail on them. */
    private Optional<Finding> overdue(IndexStatus best, String text) {
        if (best.objectsIndexed() >= best.objectsTotal()) {
            return Optional.empty();
        }
        Optional<OverdueObjects> found;
        try {
            found = catalog.overdue(table, options.now().minus(options.maxAge()));
        } catch (JobException e) {
            rethrowIfOfServer(e);
            return Optional.of(Finding.unknown(
                    subject(),
                    "%s; since when objects wait is not known: %s".formatted(text, e.getMessage()),
                    command("build")));
        }
        return found.map(overdue -> {
            if (overdue.objects() + overdue.future() == 0) {
                return Finding.unknown(
                        subject(),
                        "%s; since when %s in no index %s is not known, because the store has no modification time of %s"
                                .formatted(
                                        text,
                                        Texts.objects(overdue.undated()),
                                        overdue.undated() == 1 ? "waits" : "wait",
                                        overdue.withoutTime()),
                        command("build"));
            }
            if (overdue.objects() == 0) {
                return Finding.warning(
                        subject(),
                        "%s; %s in no index %s a modification time that has not come yet, such as %s"
                                .formatted(
                                        text,
                                        Texts.objects(overdue.future()),
                                        overdue.future() == 1 ? "has" : "have",
                                        overdue.latest()),
                        "touch them, or write them again, by a host whose clock is right; then " + command("build"));
            }
            String waiting = "%s; %s in no index %s modified more than %s ago, such as %s"
                    .formatted(
                            text,
                            Texts.objects(overdue.objects()),
                            overdue.objects() == 1 ? "was" : "were",
                            Texts.duration(options.maxAge()),
                            overdue.oldest());
            return overdue.modified().isBefore(best.published().orElseThrow())
                    ? Finding.warning(
                            subject(),
                            "%s, and a later build has left %s out: %s"
                                    .formatted(waiting, overdue.objects() == 1 ? "it" : "some", reason(overdue)),
                            "%s names them with the reason of each; repair or remove them".formatted(command("build")))
                    : Finding.warning(
                            subject(),
                            waiting + ", and no build has published anything since: none ran, or all failed",
                            BUILDS_TOLD.formatted(command("build")));
        });
    }

    /** Returns why the oldest object may be in no index: no build records it, but what a build cannot read, a query often cannot read either. */
    private String reason(OverdueObjects overdue) {
        String change = overdue.reason().map(reason -> reason + "; ").orElse("");
        try {
            catalog.readFirstRow(table, overdue.oldest());
            return change + "its beginning can be read";
        } catch (JobException e) {
            rethrowIfOfServer(e);
            return change + e.getMessage();
        }
    }

    /**
     * Tells of indexes that know fewer objects than another, although a build has made them. That is as it must be where objects
     * have a column in another type.
     */
    private Optional<Finding> uneven(List<IndexStatus> indexes, IndexStatus best, String text) {
        List<IndexStatus> behind = indexes.stream()
                .filter(index -> index.nextBuild().equals("keep") && index.objectsIndexed() < best.objectsIndexed())
                .sorted(Comparator.comparingLong(IndexStatus::objectsIndexed))
                .toList();
        return behind.isEmpty()
                ? Optional.empty()
                : Optional.of(Finding.ok(
                        subject(),
                        "%s; %s %s fewer objects, such as %s: %s. Either the others have its column in another type, or the next build adds them"
                                .formatted(
                                        text,
                                        behind.size() == 1 ? "1 index" : Texts.count(behind.size()) + " indexes",
                                        behind.size() == 1 ? "has" : "have",
                                        behind.getFirst().name(),
                                        Texts.count(behind.getFirst().objectsIndexed()))));
    }

    private Finding staging(TableName staging) {
        TableName rewritten = StagingTables.rewritten(staging).orElseThrow();
        return Finding.warning(
                staging.toString(),
                "a rewrite of %s uses this table, or has left it".formatted(rewritten),
                "if none is under way: java -jar partitioner.jar rewrite %s --table %s --finish --older-than 1h (docs/layout-writes.md#what-is-left)"
                        .formatted(options.command(), rewritten.argument()));
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
            rethrowIfOfServer(e);
            return Optional.of(
                    Finding.unknown(subject(), "leftovers are not known: " + e.getMessage(), command("build")));
        }
    }

    /** Throws an error again if every other table would fail for it; all others are findings about this table. */
    private static void rethrowIfOfServer(JobException e) {
        if (e.scope() == Scope.SERVER) {
            throw e;
        }
    }

    private String ago(Instant moment) {
        return Texts.duration(Duration.between(moment, options.now()));
    }

    private String subject() {
        return table.toString();
    }

    private String command(String name) {
        return "java -jar index-builder.jar %s %s --table %s".formatted(name, options.command(), table.argument());
    }
}
