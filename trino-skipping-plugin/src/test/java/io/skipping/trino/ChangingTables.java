// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import io.trino.testing.MaterializedResult;
import io.trino.testing.MaterializedRow;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;

/** Tables of a few names, which random statements make, fill, empty, rename and drop; none of these may fail. */
final class ChangingTables {
    static final List<String> NAMES = ImmutableList.of("anew_0", "anew_1", "anew_2", "anew_3");

    private static final String ROWS = "FROM UNNEST(sequence(1, 10)) t(x)";

    private final String schema;
    private final Function<String, List<MaterializedRow>> execute;
    private final Consumer<String> overwrite;
    private final long seed;
    private final Random random;
    private final Map<String, State> states = new TreeMap<>();
    private int made;

    /**
     * @param generation in each row of the table
     * @param overwritten rows of these in the partition that is overwritten
     */
    private record State(long generation, long rows, boolean partitioned, long overwritten) {
        State(long generation, long rows, boolean partitioned) {
            this(generation, rows, partitioned, partitioned ? rows : 0);
        }

        /** As many rows more, outside of the partition that is overwritten. */
        State plus(long more) {
            return new State(generation, rows + more, partitioned, overwritten);
        }
    }

    /** @param overwrite executes a statement where INSERT replaces what was there */
    ChangingTables(
            String schema,
            Function<String, List<MaterializedRow>> execute,
            Function<String, MaterializedResult> overwrite,
            long seed) {
        this.schema = schema;
        this.execute = execute;
        this.overwrite = overwrite::apply;
        this.seed = seed;
        this.random = new Random(seed);
    }

    /** How many tables were made, or got a name that was free. */
    int made() {
        return made;
    }

    /** Changes a table, and looks at it. */
    void next() {
        String name = NAMES.get(random.nextInt(NAMES.size()));
        State state = states.get(name);
        if (state == null) {
            create(name);
        } else {
            change(name, state);
        }
        State changed = states.get(name);
        if (changed != null) {
            check(name, changed);
        }
    }

    private void create(String name) {
        long generation = ++made;
        switch (random.nextInt(4)) {
            case 0 -> {
                run("CREATE TABLE %s (g bigint, x bigint)".formatted(in(name)));
                states.put(name, new State(generation, 0, false));
            }
            case 1 -> {
                run("CREATE TABLE %s WITH (partitioned_by = ARRAY['p']) AS SELECT %s, 'a' AS p %s"
                        .formatted(in(name), values(generation), ROWS));
                states.put(name, new State(generation, 10, true));
            }
            default -> {
                run("CREATE TABLE %s AS SELECT %s %s".formatted(in(name), values(generation), ROWS));
                states.put(name, new State(generation, 10, false));
            }
        }
    }

    private void change(String name, State state) {
        Optional<String> free = NAMES.stream()
                .filter(candidate -> !states.containsKey(candidate))
                .findFirst();
        switch (random.nextInt(8)) {
            case 0 -> {
                run("INSERT INTO %s SELECT %s%s %s"
                        .formatted(in(name), values(state.generation()), state.partitioned() ? ", 'b'" : "", ROWS));
                states.put(name, state.plus(10));
            }
            case 1 -> {
                run("DELETE FROM " + in(name));
                states.put(name, new State(state.generation(), 0, state.partitioned()));
            }
            case 2 -> {
                if (state.partitioned()) {
                    overwrite("INSERT INTO %s SELECT %s, 'a' %s".formatted(in(name), values(state.generation()), ROWS));
                    states.put(name, new State(state.generation(), state.rows() - state.overwritten() + 10, true, 10));
                }
            }
            case 3 ->
                free.ifPresent(target -> {
                    run("ALTER TABLE %s RENAME TO %s".formatted(in(name), in(target)));
                    states.remove(name);
                    states.put(target, state);
                    check(target, state);
                    made++;
                });
            default -> {
                run("DROP TABLE " + in(name));
                states.remove(name);
                if (random.nextInt(4) > 0) {
                    create(name);
                }
            }
        }
    }

    private void check(String name, State state) {
        assertThat(run("SELECT count(*) FROM %s WHERE g = %s AND x < 100".formatted(in(name), state.generation()))
                        .getFirst()
                        .getField(0))
                .as("rows of generation %s in %s, seed %s", state.generation(), name, seed)
                .isEqualTo(state.rows());
        assertThat(run("SELECT count(*) FROM %s".formatted(in(name))).getFirst().getField(0))
                .as("rows in %s, seed %s", name, seed)
                .isEqualTo(state.rows());
    }

    private List<MaterializedRow> run(String statement) {
        try {
            return execute.apply(statement);
        } catch (RuntimeException e) {
            throw new AssertionError("Failed, with seed %s: %s".formatted(seed, statement), e);
        }
    }

    private void overwrite(String statement) {
        try {
            overwrite.accept(statement);
        } catch (RuntimeException e) {
            throw new AssertionError("Failed as an overwrite, with seed %s: %s".formatted(seed, statement), e);
        }
    }

    private String in(String name) {
        return schema + "." + name;
    }

    private static String values(long generation) {
        return "CAST(%s AS bigint) AS g, x".formatted(generation);
    }
}
