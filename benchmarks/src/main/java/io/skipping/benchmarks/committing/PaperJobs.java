// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.committing;

import io.skipping.testing.folder.Folders;
import io.skipping.testing.s3.Latency;
import io.skipping.testing.s3.LocalS3;
import io.skipping.testing.s3.RequestCounts;
import io.skipping.testing.s3.RequestLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Prepares what {@linkplain PaperWorkload workloads} read, and runs them one at a time. All written data is read and
 * compared with the expected data, without delays and outside the measured time.
 */
final class PaperJobs {
    private final LocalS3 s3;
    private final Sparks sparks;
    private final String bucket;
    private int destinations;

    PaperJobs(LocalS3 s3, Sparks sparks, String bucket) {
        this.s3 = s3;
        this.sparks = sparks;
        this.bucket = bucket;
    }

    /**
     * Holds data that is there to be read.
     *
     * @param inputs by system
     * @param expected what each workload should write, or find if it only reads
     */
    record Prepared(PaperData data, Map<String, PaperInputs> inputs, Map<PaperWorkload, Contents> expected) {}

    /** Has each system write the records and lines that it will read. There is nothing of TPC-DS. */
    Prepared prepareEach(PaperData data) throws IOException {
        Map<String, PaperInputs> inputs = new LinkedHashMap<>();
        for (String system : sparks.systems()) {
            PaperInputs own = new PaperInputs(uri(system + "-records"), uri(system + "-lines"), "", "");
            writeRecords(sparks.of(system), data, own);
            writeLines(sparks.of(system), data, own);
            inputs.put(system, own);
        }
        Map<PaperWorkload, Contents> expected = new EnumMap<>(PaperWorkload.class);
        SparkProcess any = sparks.of(sparks.systems().iterator().next());
        expectRecords(any, data, expected);
        expectCounts(any, data, expected);
        return new Prepared(data, inputs, expected);
    }

    /**
     * Has a Spark with our committer write what workloads read. {@linkplain Sparks#readsManifests Systems without
     * manifests} read the same files on the disk of the store, by links that leave out the manifest: what differs is only
     * how a system finds objects.
     *
     * @param spark none of those that are measured, which would have the work behind it
     * @param name part of the names of folders
     * @param generated a local folder for tables
     */
    Prepared prepareOnce(SparkProcess spark, PaperData data, Set<PaperWorkload> workloads, String name, Path generated)
            throws IOException {
        PaperInputs written = new PaperInputs(
                uri(name + "-records"), uri(name + "-lines"), generated.toUri().toString(), uri(name + "-tables"));
        Map<PaperWorkload, Contents> expected = new EnumMap<>(PaperWorkload.class);
        if (workloads.contains(PaperWorkload.WORDCOUNT)) {
            writeLines(spark, data, written);
            expectCounts(spark, data, expected);
        }
        if (workloads.stream().anyMatch(PaperWorkload.WITHOUT_TPCDS::contains)) {
            writeRecords(spark, data, written);
            expectRecords(spark, data, expected);
        }
        if (workloads.contains(PaperWorkload.TPCDS_WRITE) || workloads.contains(PaperWorkload.TPCDS_READ)) {
            spark.run("tpcds-generate %s %d %s".formatted(data.scale(), data.saleParts(), written.generatedTables()));
            spark.run(PaperWorkload.TPCDS_WRITE.order(data, written, written.tables()));
            expected.put(
                    PaperWorkload.TPCDS_WRITE, look(spark, PaperWorkload.TPCDS_WRITE.look(written.generatedTables())));
            expected.put(PaperWorkload.TPCDS_READ, look(spark, "tpcds-queries " + written.generatedTables()));
        }
        Map<String, PaperInputs> inputs = new LinkedHashMap<>();
        for (String system : sparks.systems()) {
            inputs.put(
                    system,
                    Sparks.readsManifests(system)
                            ? written
                            : new PaperInputs(
                                    plain(name + "-records"),
                                    plain(name + "-lines"),
                                    written.generatedTables(),
                                    plain(name + "-tables")));
        }
        return new Prepared(data, inputs, expected);
    }

    private void writeRecords(SparkProcess spark, PaperData data, PaperInputs inputs) throws IOException {
        spark.run("teragen %d %d %s".formatted(data.records(), data.parts(), inputs.records()));
    }

    private void writeLines(SparkProcess spark, PaperData data, PaperInputs inputs) throws IOException {
        spark.run("text %d %d %s".formatted(data.lines(), data.parts(), inputs.lines()));
    }

    private static void expectRecords(SparkProcess spark, PaperData data, Map<PaperWorkload, Contents> expected)
            throws IOException {
        Contents records = look(spark, "expected-records %d %d".formatted(data.records(), data.parts()));
        Stream.of(PaperWorkload.TERAGEN, PaperWorkload.COPY, PaperWorkload.TERASORT, PaperWorkload.READ)
                .forEach(workload -> expected.put(workload, records));
    }

    private static void expectCounts(SparkProcess spark, PaperData data, Map<PaperWorkload, Contents> expected)
            throws IOException {
        expected.put(
                PaperWorkload.WORDCOUNT, look(spark, "expected-counts %d %d".formatted(data.lines(), data.parts())));
    }

    /** Returns the URI of a folder with links to the objects of another one, without its manifest. */
    private String plain(String folder) throws IOException {
        Path source = s3.bucket(bucket).resolve(folder);
        Path target = s3.bucket(bucket).resolve(folder + "-plain");
        if (Files.exists(source) && !Files.exists(target)) {
            List<Path> files;
            try (Stream<Path> all = Files.walk(source)) {
                files = all.filter(Files::isRegularFile)
                        .filter(file -> !file.getFileName().toString().startsWith("_"))
                        .toList();
            }
            for (Path file : files) {
                Path link = target.resolve(source.relativize(file));
                Files.createDirectories(link.getParent());
                Files.createLink(link, file);
            }
        }
        return uri(folder + "-plain");
    }

    /**
     * Runs a workload to a new destination, which is deleted in the end.
     *
     * @throws IOException also if the system has written or read wrong data
     */
    PaperRun run(String system, PaperWorkload workload, Prepared prepared, Latency latency) throws IOException {
        SparkProcess spark = sparks.of(system);
        String folder = "%s-%d".formatted(system, destinations++);
        String order = workload.order(prepared.data(), prepared.inputs().get(system), uri(folder));
        spark.resetPeaks();
        RequestLog.Mark mark = s3.log().mark();
        s3.delay(latency);
        SparkProcess.Answer answer = spark.run(order);
        RequestCounts counts = s3.log().since(mark);
        s3.delay(Latency.NONE);
        PaperRun.Peaks peaks = spark.takePeaks();
        check(
                system,
                workload,
                prepared,
                workload.writes()
                        ? look(spark, workload.look(uri(folder)))
                        : answer.contents().orElseThrow());
        // there is not enough disk space for the data of all runs
        Folders.delete(s3.bucket(bucket).resolve(folder));
        return PaperRun.of(answer.seconds(), counts, peaks);
    }

    private static Contents look(SparkProcess spark, String order) throws IOException {
        return spark.run(order).contents().orElseThrow();
    }

    private static void check(String system, PaperWorkload workload, Prepared prepared, Contents found)
            throws IOException {
        Contents expected = prepared.expected().get(workload);
        if (!found.holdsTheSameAs(expected)) {
            throw new IOException("%s: %s of %s is %s and should be %s"
                    .formatted(
                            system,
                            workload.writes() ? "the result" : "what is read",
                            workload.title(),
                            found,
                            expected));
        }
        if (workload == PaperWorkload.TERASORT && !found.ordered()) {
            throw new IOException("%s: the result of Terasort is not in order".formatted(system));
        }
        if (workload == PaperWorkload.TPCDS_READ && prepared.data().answersAllQueries() && !found.ordered()) {
            throw new IOException("%s: a query of TPC-DS has no answer".formatted(system));
        }
    }

    private String uri(String folder) {
        return "s3a://%s/%s".formatted(bucket, folder);
    }
}
