// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner.command;

import io.skipping.partitioner.train.History;
import io.skipping.partitioner.train.PastQuery;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** Applies the option {@code --half-life}. */
final class HalfLife {
    private HalfLife() {}

    /**
     * Checks the option before a command begins to work for long.
     *
     * @throws ParameterException if the duration is not positive
     */
    static void check(CommandSpec command, Optional<Duration> halfLife) {
        halfLife.filter(age -> age.isNegative() || age.isZero()).ifPresent(age -> {
            throw new ParameterException(
                    command.commandLine(),
                    "--half-life %s: it must be longer than nothing, such as P7D".formatted(age));
        });
    }

    /** Returns past queries of which older ones count less. */
    static History history(List<PastQuery> queries, Optional<Duration> halfLife) {
        History all = History.of(queries);
        return new History(queries, halfLife, all.similar(), all.elsewhere());
    }
}
