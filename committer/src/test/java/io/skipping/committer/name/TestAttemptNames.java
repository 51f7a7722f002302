// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer.name;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

public class TestAttemptNames {
    private static final JobId JOB = new JobId("1732224000000-0042");
    private static final Attempt ATTEMPT = new Attempt(JOB, new TaskId('m', 3), 1);

    @Test
    public void testName() {
        assertThat(AttemptNames.name("part", ATTEMPT)).isEqualTo("part-attempt.1732224000000-0042.m00003.1");
        assertThat(AttemptNames.name("a/b=c/part", ATTEMPT))
                .isEqualTo("a/b=c/part-attempt.1732224000000-0042.m00003.1");
        assertThat(AttemptNames.name("part", new Attempt(JOB, new TaskId('r', 1_234_567), 0)))
                .endsWith(".r1234567.0");
        assertThatThrownBy(() -> AttemptNames.name("a/", ATTEMPT)).hasMessageContaining("has no file name");
    }

    /** Otherwise it would count, though its attempt failed. */
    @Test
    public void testNameThatReadersWouldNotRecognise() {
        assertThatThrownBy(() -> AttemptNames.name("year=2020", ATTEMPT))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "'year=2020' can't be the base name of output: a file name must not have '='. To write to a partition, put a file name after it, such as 'year=2020/part'");
        assertThatThrownBy(() -> AttemptNames.name("a/b=", ATTEMPT)).hasMessageContaining("'a/b=/part'");
        assertThatThrownBy(() -> AttemptNames.name("_part", ATTEMPT)).hasMessageContaining("start with '_' or '.'");
        assertThatThrownBy(() -> AttemptNames.name(".part", ATTEMPT)).hasMessageContaining("start with '_' or '.'");
        assertThatThrownBy(() -> AttemptNames.name("part-attempt.job.m00003.1/part", ATTEMPT))
                .hasMessageContaining("of another attempt");
    }

    @Test
    public void testNameOfAnotherAttemptIsForgotten() {
        String other = AttemptNames.name("part", new Attempt(new JobId("other"), new TaskId('r', 7), 2));
        assertThat(AttemptNames.name(other, ATTEMPT)).isEqualTo(AttemptNames.name("part", ATTEMPT));
        assertThat(AttemptNames.name("f/" + other + "-m-00000", ATTEMPT))
                .isEqualTo(AttemptNames.name("f/part", ATTEMPT));
    }

    @DataProvider
    public static Object[][] attemptNames() {
        String name = AttemptNames.name("part", ATTEMPT);
        return new Object[][] {
            {name},
            {name + "-m-00003.snappy.parquet"},
            {name + ".c000.gz"},
            {name + "_00002.c000"},
            // the first one decides
            {name + "-attempt.other.m00009.9"},
            {AttemptNames.name("part-attempt.-attempt.x", ATTEMPT)},
        };
    }

    @Test(dataProvider = "attemptNames")
    public void testAttemptName(String name) {
        assertThat(AttemptNames.attempt(name)).contains(ATTEMPT);
        assertThat(AttemptNames.attemptOfPath("day=1/" + name)).contains(ATTEMPT);
        assertThat(AttemptNames.attemptOfPath(name + "/data")).contains(ATTEMPT);
        assertThat(AttemptNames.isData(name)).isTrue();
    }

    @DataProvider
    public static Object[][] ordinaryNames() {
        return new Object[][] {
            {""},
            {"part-00000"},
            {"000000_0"},
            {"part-00000-5f0c2e9a.c000.snappy.parquet"},
            // no base
            {"-attempt.job.m00003.1"},
            {"part-attempt.job.m00003"},
            {"part-attempt.job.m0003.1"},
            {"part-attempt.job.M00003.1"},
            {"part-attempt.job.m00003.1x"},
            {"part-attempt.jo_b.m00003.1"},
            {"part-attempt..m00003.1"},
            {"part-attempt.job.m00003.99999999999"},
            {"part-attempt.job.m9999999999.1"},
            // partitions
            {"name=part-attempt.job.m00003.1"},
            {"part-attempt.job.m00003.1-x=y"},
            // not data
            {"_part-attempt.job.m00003.1"},
            {".part-attempt.job.m00003.1"},
        };
    }

    @Test(dataProvider = "ordinaryNames")
    public void testOrdinaryName(String name) {
        assertThat(AttemptNames.attempt(name)).isEmpty();
        assertThat(AttemptNames.attemptOfPath("folder/" + name)).isEmpty();
    }

    @Test
    public void testTheOutermostAttemptOfAPathDecides() {
        String outer = AttemptNames.name("part", ATTEMPT);
        String inner = AttemptNames.name("part", new Attempt(JOB, new TaskId('m', 4), 0));
        assertThat(AttemptNames.attemptOfPath("a/" + outer + "/" + inner)).contains(ATTEMPT);
    }

    @Test
    public void testIsData() {
        assertThat(List.of("a", "a/b", "a_b/.b".substring(0, 3), "day=1/a", "_day=1/a", "a//b", ""))
                .allMatch(AttemptNames::isData);
        assertThat(List.of("_a", ".a", "_a/b", "a/_b", "a/.b", "_temporary/a=1/b", ".a=1/b"))
                .noneMatch(AttemptNames::isData);
    }

    /** What is written is read, whatever stands around it, and nothing that stands around it makes two attempts one. */
    @Test
    public void testRandomNames() {
        Random random = new Random(1);
        Set<String> names = new HashSet<>();
        Set<Attempt> attempts = new HashSet<>();
        for (int i = 0; i < 20_000; i++) {
            Attempt attempt = new Attempt(
                    new JobId(text(random, "ab1-", 1, 6)),
                    new TaskId((char) ('a' + random.nextInt(26)), random.nextInt(1 << random.nextInt(1, 31))),
                    random.nextInt(1 << random.nextInt(1, 31)));
            String base = text(random, "pa-_.0tem", 1, 12);
            if (base.startsWith("_") || base.startsWith(".")) {
                continue;
            }
            String name = AttemptNames.name(base, attempt);
            String rest = random.nextBoolean() ? "" : "-_.".charAt(random.nextInt(3)) + text(random, "ab-_.0=/", 0, 9);
            if (rest.contains("=")) {
                assertThat(AttemptNames.attempt(name + rest)).isEmpty();
                continue;
            }
            assertThat(AttemptNames.attemptOfPath(name + rest)).as(name + rest).contains(attempt);
            if (attempts.add(attempt)) {
                assertThat(names.add(AttemptNames.name("p", attempt))).isTrue();
            }
        }
        assertThat(attempts).hasSizeGreaterThan(10_000);
    }

    private static String text(Random random, String alphabet, int min, int max) {
        StringBuilder text = new StringBuilder();
        int length = random.nextInt(min, max + 1);
        for (int i = 0; i < length; i++) {
            text.append(alphabet.charAt(random.nextInt(alphabet.length())));
        }
        return text.toString();
    }

    /** Spark's and Hive's own ways to read names find what they look for. */
    @Test
    public void testBucketNumbers() {
        String name = AttemptNames.name("part-00003", ATTEMPT) + "_00002.c000.snappy.parquet";
        Matcher spark = Pattern.compile(".*_(\\d+)(?:\\..*)?$").matcher(name);
        assertThat(spark.matches()).isTrue();
        assertThat(spark.group(1)).isEqualTo("00002");
        assertThat(name).matches("[A-Za-z0-9._-]+");
    }

    @Test
    public void testJobIds() {
        assertThat(JobId.ofHadoop("job_1732224000000_0042")).isEqualTo(JOB);
        assertThat(JobId.ofHadoop("job_local123_0001").value()).isEqualTo("local123-0001");
        assertThat(JobId.ofHadoop("job_20261121211600123456789_0001").value())
                .isEqualTo("20261121211600123456789-0001");
        // whatever has to be replaced, two stay two
        assertThat(Set.of(
                        JobId.ofHadoop("job_a_b_0001"),
                        JobId.ofHadoop("job_a-b_0001"),
                        JobId.ofHadoop("job_a.b_0001"),
                        JobId.ofHadoop("job_" + "x".repeat(200) + "_0001"),
                        JobId.ofHadoop("job_" + "x".repeat(200) + "_0002")))
                .hasSize(5);
        assertThatThrownBy(() -> new JobId("a.b")).hasMessageContaining("'a.b' can't be a job id");
        assertThatThrownBy(() -> new JobId("")).hasMessageContaining("can't be a job id");
        assertThat(JobId.random()).isNotEqualTo(JobId.random());
    }

    @Test
    public void testAttemptWithinJob() {
        assertThat(Attempt.parse(JOB, ATTEMPT.withinJob())).contains(ATTEMPT);
        assertThat(Attempt.parse(JOB, "aborted")).isEqualTo(Optional.empty());
        assertThat(Attempt.parse(JOB, "m00003.1x")).isEmpty();
    }
}
