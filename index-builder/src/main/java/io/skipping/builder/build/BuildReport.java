// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.builder.build;

import io.skipping.command.ExitCode;
import io.skipping.command.TableName;
import io.skipping.command.Texts;
import java.time.Duration;

/** Describes the result of a build for people. */
public final class BuildReport {
    private BuildReport() {}

    /** Returns a summary of the build, in one line. */
    public static String summary(TableName table, BuildTotals totals, Duration elapsed) {
        String current = totals.currentObjects() == 0
                ? ""
                : "; %s (%s) needed nothing"
                        .formatted(Texts.objects(totals.currentObjects()), Texts.bytes(totals.currentBytes()));
        String changes = totals.changes().isEmpty() ? "" : "; " + Texts.printable(totals.changes());
        String young = totals.youngObjects() == 0
                ? ""
                : "; %s (%s) %s left to the next build, as %s modified less than 2 seconds before this one began"
                        .formatted(
                                Texts.objects(totals.youngObjects()),
                                Texts.bytes(totals.youngBytes()),
                                totals.youngObjects() == 1 ? "is" : "are",
                                totals.youngObjects() == 1 ? "it was" : "they were");
        if (totals.plannedObjects() == 0) {
            return "%s: %s%s%s%s"
                    .formatted(
                            table,
                            young.isEmpty() ? "up to date" : "nothing to summarise yet",
                            current,
                            young,
                            changes);
        }
        return "%s: summarised %s (%s) in %s: %s, %s rows, %s of summaries%s%s%s"
                .formatted(
                        table,
                        Texts.objects(totals.doneObjects()),
                        Texts.bytes(totals.doneBytes()),
                        Texts.duration(elapsed),
                        Texts.ranges(totals.ranges()),
                        Texts.count(totals.rows()),
                        Texts.bytes(totals.indexBytes()),
                        current,
                        young,
                        changes);
    }

    /** Returns how a command ends whose build was published. */
    public static ExitCode exitCode(BuildTotals totals) {
        return totals.failedObjects() == 0 ? ExitCode.OK : ExitCode.PARTLY_FAILED;
    }

    /** Returns one line for each object that failed, up to a limit; empty if none did. */
    public static String failures(TableName table, BuildTotals totals) {
        if (totals.failedObjects() == 0) {
            return "";
        }
        StringBuilder result =
                new StringBuilder("%s: %s could not be summarised; queries read %s, and the next build tries again:%n"
                        .formatted(
                                table,
                                Texts.objects(totals.failedObjects()),
                                totals.failedObjects() == 1 ? "it" : "them"));
        totals.failures()
                .forEach((object, message) ->
                        result.append("  %s: %s%n".formatted(Texts.printable(object), Texts.printable(message))));
        long more = totals.failedObjects() - totals.failures().size();
        if (more > 0) {
            result.append("  and %s more%n".formatted(Texts.count(more)));
        }
        return result.toString();
    }
}
