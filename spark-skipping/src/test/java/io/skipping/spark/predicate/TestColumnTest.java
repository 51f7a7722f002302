// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.predicate;

import static com.google.common.io.MoreFiles.deleteRecursively;
import static com.google.common.io.RecursiveDeleteOption.ALLOW_INSECURE;
import static org.assertj.core.api.Assertions.assertThat;

import io.airlift.slice.Slices;
import io.skipping.index.predicate.Predicate;
import io.skipping.index.predicate.ValueTest;
import io.skipping.index.value.Key;
import io.skipping.spark.LocalSpark;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.plans.logical.Filter;
import org.apache.spark.sql.connector.catalog.FunctionCatalog;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.functions.BoundFunction;
import org.apache.spark.sql.connector.catalog.functions.ScalarFunction;
import org.apache.spark.sql.connector.catalog.functions.UnboundFunction;
import org.apache.spark.sql.internal.SQLConf;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.apache.spark.unsafe.types.UTF8String;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.Test;

@Test(groups = "servers")
public class TestColumnTest {
    private static final String PARSER = "spark.sql.legacy.timeParserPolicy";

    private SparkSession spark;
    private Path folder;

    @BeforeClass(alwaysRun = true)
    public void start() throws IOException {
        folder = Files.createTempDirectory("column-test");
        spark = LocalSpark.start();
    }

    @AfterClass(alwaysRun = true)
    public void stop() throws IOException {
        if (spark != null) {
            spark.stop();
        }
        deleteRecursively(folder, ALLOW_INSECURE);
    }

    /** Many ranges are evaluated on threads of others: one without a session has other settings, by which no value may pass. */
    @Test
    public void testOtherThreadsHaveTheSettingsOfTheQuery() {
        // otherwise the condition fails, and all values pass
        spark.conf().set("spark.sql.ansi.enabled", "false");
        try {
            Expression condition = condition("to_date(value, 'yyyy-MM-dd') = DATE '2026-01-02'");
            ColumnTest test =
                    withParser("LEGACY", () -> ColumnTest.of(condition).orElseThrow());
            assertThat(CompletableFuture.supplyAsync(() -> withParser("CORRECTED", () -> mayPass(test, "2026-1-2")))
                            .join())
                    .as("former releases read such a day")
                    .isTrue();
            assertThat(mayPass(test, "2026-1-3")).isFalse();
            ColumnTest strict =
                    withParser("CORRECTED", () -> ColumnTest.of(condition).orElseThrow());
            assertThat(withParser("LEGACY", () -> mayPass(strict, "2026-1-2"))).isFalse();
        } finally {
            spark.conf().unset("spark.sql.ansi.enabled");
        }
    }

    private static <T> T withParser(String policy, Supplier<T> action) {
        SQLConf settings = new SQLConf();
        settings.setConfString(PARSER, policy);
        return SQLConf.withExistingConf(settings, action::get);
    }

    private static boolean mayPass(ColumnTest test, String value) {
        return test.mayPass(Optional.of(Key.of(Slices.utf8Slice(value))));
    }

    @Test
    public void testFunctionsOfCatalogsAreNotCalled() {
        spark.conf().set("spark.sql.catalog.mine", Functions.class.getName());
        assertThat(ColumnTest.of(condition("mine.shared_twice(value) = 'aa'")))
                .as("a method of a class")
                .isEmpty();
        assertThat(ColumnTest.of(condition("mine.own_twice(value) = 'aa'")))
                .as("a method of an object")
                .isEmpty();
        assertThat(ColumnTest.of(condition("repeat(value, 2) = 'aa'"))).isPresent();
        assertThat(ColumnTest.of(condition("luhn_check(value)")))
                .as("Spark's own function, which is a method of a class")
                .hasValueSatisfying(test -> {
                    assertThat(mayPass(test, "79927398713")).isTrue();
                    assertThat(mayPass(test, "79927398714")).isFalse();
                });
    }

    /** Such a scan reads everything, and what is found out for it later is of no use. */
    @Test
    public void testNothingIsEvaluatedForAScanThatWaitsNoLonger() {
        AtomicBoolean isOver = new AtomicBoolean();
        Predicate predicate = new CatalystPredicates(ColumnFinder.EACH, isOver::get)
                .conjunction(List.of(condition("repeat(value, 2) = 'aa'")));
        ValueTest test = ((Predicate.And) predicate)
                .operands().stream()
                        .flatMap(operand -> operand instanceof Predicate.Passing passing
                                ? Stream.of(passing.test())
                                : Stream.empty())
                        .findFirst()
                        .orElseThrow();
        Optional<Key> other = Optional.of(Key.of(Slices.utf8Slice("b")));
        assertThat(test.mayPass(other)).isFalse();
        isOver.set(true);
        assertThat(test.mayPass(other)).isTrue();
    }

    /** Returns a condition on lines of text, as a scan has it. */
    private Expression condition(String sql) {
        return ((Filter) spark.read()
                        .text(folder.toUri().toString())
                        .where(sql)
                        .queryExecution()
                        .optimizedPlan())
                .condition();
    }

    /** Has functions that users have written. */
    public static final class Functions implements FunctionCatalog {
        @Override
        public void initialize(String name, CaseInsensitiveStringMap options) {}

        @Override
        public String name() {
            return "mine";
        }

        @Override
        public Identifier[] listFunctions(String[] namespace) {
            return new Identifier[0];
        }

        @Override
        public UnboundFunction loadFunction(Identifier function) {
            return new Unbound(function.name().startsWith("shared") ? new Shared() : new Own());
        }
    }

    private record Unbound(BoundFunction function) implements UnboundFunction {
        @Override
        public BoundFunction bind(StructType inputs) {
            return function;
        }

        @Override
        public String description() {
            return name();
        }

        @Override
        public String name() {
            return function.name();
        }
    }

    private abstract static class Twice implements ScalarFunction<UTF8String> {
        @Override
        public DataType[] inputTypes() {
            return new DataType[] {DataTypes.StringType};
        }

        @Override
        public DataType resultType() {
            return DataTypes.StringType;
        }

        @Override
        public String name() {
            return getClass().getSimpleName();
        }
    }

    public static final class Shared extends Twice {
        public static UTF8String invoke(UTF8String text) {
            return UTF8String.concat(text, text);
        }
    }

    public static final class Own extends Twice {
        public UTF8String invoke(UTF8String text) {
            return UTF8String.concat(text, text);
        }
    }
}
