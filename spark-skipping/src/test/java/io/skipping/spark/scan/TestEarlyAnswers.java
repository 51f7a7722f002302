// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.scan;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.base.Ticker;
import com.google.common.util.concurrent.MoreExecutors;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.fs.Path;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.Test;

@Test(singleThreaded = true)
public class TestEarlyAnswers {
    private static final Path DATA = new Path("s3a://bucket/data");

    private final AtomicLong nanos = new AtomicLong();
    private final Ticker ticker = new Ticker() {
        @Override
        public long read() {
            return nanos.get();
        }
    };
    private AtomicInteger questions;
    private EarlyAnswers<String> answers;

    @BeforeMethod(alwaysRun = true)
    public void create() {
        questions = new AtomicInteger();
        answers = new EarlyAnswers<>(
                location -> "%s %d".formatted(location.getName(), questions.incrementAndGet()),
                MoreExecutors.newDirectExecutorService(),
                ticker);
    }

    @Test
    public void testAnswerIsUsedOnce() {
        answers.ask(DATA);
        assertThat(answers.get(new Path("s3a://bucket/other"))).isEqualTo("other 2");
        assertThat(answers.get(DATA)).as("asked early").isEqualTo("data 1");
        assertThat(answers.get(DATA)).as("the early answer has been used").isEqualTo("data 3");
        answers.ask(DATA);
        nanos.addAndGet(Duration.ofSeconds(3).toNanos());
        assertThat(answers.get(DATA)).as("the early answer is old").isEqualTo("data 5");
        answers.ask(DATA);
        answers.clear();
        assertThat(answers.get(DATA)).as("a build has ended since").isEqualTo("data 7");
    }

    @Test
    public void testScansOfOneLocationShareAnAnswer() {
        answers.ask(DATA);
        answers.ask(DATA);
        assertThat(answers.get(DATA)).isEqualTo("data 1");
        assertThat(answers.get(DATA)).isEqualTo("data 2");
    }

    @Test
    public void testFewAreAskedAtOnce() {
        for (int location = 0; location <= EarlyAnswers.MOST_AT_ONCE; location++) {
            answers.ask(new Path(DATA, "part" + location));
        }
        assertThat(questions.get()).isEqualTo(EarlyAnswers.MOST_AT_ONCE);
        assertThat(answers.get(new Path(DATA, "part" + EarlyAnswers.MOST_AT_ONCE)))
                .as("asked when it is needed")
                .isEqualTo("part8 9");
        nanos.addAndGet(Duration.ofSeconds(3).toNanos());
        answers.ask(DATA);
        assertThat(questions.get()).as("the early answers are old").isEqualTo(EarlyAnswers.MOST_AT_ONCE + 2);
    }

    @Test
    public void testFailure() {
        AtomicInteger asked = new AtomicInteger();
        EarlyAnswers<String> failing = new EarlyAnswers<>(
                location -> {
                    if (asked.incrementAndGet() == 1) {
                        throw new IllegalStateException("the network");
                    }
                    return "answered";
                },
                MoreExecutors.newDirectExecutorService(),
                ticker);
        failing.ask(DATA);
        assertThat(failing.get(DATA)).isEqualTo("answered");
    }
}
