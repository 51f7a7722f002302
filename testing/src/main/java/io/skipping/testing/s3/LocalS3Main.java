// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.s3;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Runs an S3 endpoint over a folder, as a process of its own. */
@Command(
        name = "local-s3",
        mixinStandardHelpOptions = true,
        showDefaultValues = true,
        sortOptions = false,
        description = {"Serves a folder by the S3 protocol until it is stopped by Ctrl-C or a signal.", ""})
public final class LocalS3Main implements Callable<Integer> {
    @Option(names = "--folder", required = true, description = "Where buckets and objects are kept.")
    private Path folder;

    @Option(names = "--port", defaultValue = "0", description = "Port to listen on; 0 for a free one.")
    private int port;

    @Option(names = "--bucket", description = "A bucket to create; may be given many times.")
    private List<String> buckets = List.of();

    @Option(
            names = "--latency",
            paramLabel = "MILLIS",
            defaultValue = "0",
            description = "Delay before each request is answered.")
    private int latencyMillis;

    @Option(
            names = "--bandwidth",
            paramLabel = "MB",
            defaultValue = "0",
            description = "Bandwidth of each stream and copy, in millions of bytes per second; 0 for no limit.")
    private int megabytesPerSecond;

    @Option(names = "--log", paramLabel = "FILE", description = "Write a line of JSON for each request.")
    private Optional<Path> log;

    @Spec
    private CommandSpec spec;

    public static void main(String[] arguments) {
        System.exit(new CommandLine(new LocalS3Main()).execute(arguments));
    }

    @Override
    public Integer call() throws InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        try (LocalS3 s3 = LocalS3.start(folder, port, requestLog())) {
            s3.delay(new Latency(Duration.ofMillis(latencyMillis), megabytesPerSecond * 1_000_000L));
            for (String bucket : buckets) {
                s3.createBucket(bucket);
            }
            out.println("endpoint=" + s3.endpoint());
            out.println("access-key=" + s3.accessKey());
            out.println("secret-key=" + s3.secretKey());
            out.println("region=" + s3.region());
            out.flush();
            new CountDownLatch(1).await();
            return 0;
        } catch (IOException e) {
            spec.commandLine().getErr().println(e.getMessage());
            return 1;
        }
    }

    private RequestLog requestLog() throws IOException {
        return log.isPresent() ? RequestLog.streaming(new RequestLogFile(log.get())) : RequestLog.streaming(_ -> {});
    }
}
