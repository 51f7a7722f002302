// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.skipping.testing.folder.Checkout;
import io.skipping.testing.folder.Folders;
import io.skipping.testing.lake.IndexedTable;
import io.skipping.testing.lake.LocalLake;
import io.skipping.testing.lake.Queries;
import io.skipping.testing.meters.HiveDdl;
import io.skipping.testing.meters.MeterOptions;
import io.skipping.testing.meters.MeterReadings;
import io.skipping.testing.meters.park.Meter;
import io.skipping.testing.meters.park.Neighbourhood;
import io.skipping.testing.meters.sink.S3Sink;
import io.skipping.testing.trino.TrinoRelease;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.testng.SkipException;
import org.testng.annotations.Test;
import software.amazon.awssdk.services.s3.S3Client;

/** Tests that the notebook in the samples runs from its beginning to its end, over a smaller table than that of the demo. */
@Test(groups = "servers")
public class TestNeighboursNotebook {
    private static final String SPARK = System.getProperty("test.spark.version");
    private static final String MODULES = "ipykernel, matplotlib, nbclient, pandas, pyspark, trino";
    /** The map, the day, and the histogram. */
    private static final int PICTURES = 3;

    /** Prints what the cells print, and a line for each picture. */
    private static final String EXECUTE = """
            import nbclient, nbformat
            notebook = nbformat.read("neighbours.ipynb", as_version=4)
            nbclient.NotebookClient(notebook, timeout=300, kernel_name="python3").execute()
            for output in [output for cell in notebook.cells for output in cell.get("outputs", [])]:
                print(output.get("text", ""))
                if "image/png" in output.get("data", {}):
                    print("PICTURE")
            """;

    @Test
    public void testNotebook() throws IOException, SQLException {
        requirePython();
        try {
            Checkout.skippingPlugin(TrinoRelease.TRINO_476.toString());
        } catch (IOException e) {
            throw new SkipException(e.getMessage());
        }
        Path folder = Files.createTempDirectory("neighbours");
        MeterOptions options = MeterOptions.defaults().withObjects(16).withMegabytes(1);
        options = options.withMeters(MeterReadings.meters(options));
        try (LocalLake lake = LocalLake.in(folder).start();
                Queries queries = new Queries(lake)) {
            write(lake, options);
            queries.rows("CREATE SCHEMA lake.grid");
            queries.rows(HiveDdl.createTable(
                    HiveDdl.tableFormat(options.format()), "lake", "grid", "meters", "s3://lake/meters"));
            queries.rows(HiveDdl.syncPartitions("lake", "grid", "meters"));
            IndexedTable.awaitOldEnough();
            new IndexedTable(queries, "grid", "meters").build();
            String printed = python(
                    EXECUTE,
                    Map.of(
                            "METER",
                            String.valueOf(meterWithNeighbours(options).vid()),
                            "METERS",
                            lake.s3().bucket(LocalLake.BUCKET).resolve("meters").toString(),
                            "INDEXES",
                            folder.resolve("indexes").toUri().toString(),
                            "JAR",
                            Checkout.sparkSkipping().toString(),
                            "TRINO",
                            lake.trino().uri().toString()));
            assertThat(printed)
                    .containsPattern("reads \\d of 16 files")
                    .containsPattern("readings of \\d+ meters, by Spark and by Trino")
                    .containsPattern("and [1-9]\\d* neighbours \\d+\\.\\d kWh on average");
            assertThat(printed.lines().filter("PICTURE"::equals)).hasSize(PICTURES);
        } finally {
            Folders.delete(folder);
        }
    }

    /** Returns the meter with the most neighbours of those that the notebook compares with. */
    private static Meter meterWithNeighbours(MeterOptions options) {
        List<Meter> meters = IntStream.range(0, options.meters().orElseThrow())
                .mapToObj(number -> MeterReadings.meter(options, number))
                .toList();
        return meters.stream()
                .max(Comparator.comparingLong(meter -> neighbours(meter, meters)))
                .orElseThrow();
    }

    private static long neighbours(Meter meter, List<Meter> meters) {
        Neighbourhood box = Neighbourhood.box(meter.latitude(), meter.longitude(), 5);
        return meters.stream()
                .filter(other -> box.contains(other.latitude(), other.longitude()))
                .filter(other -> other.type().equals(meter.type()))
                .filter(other -> other.size() > 0.8 * meter.size() && other.size() < 1.2 * meter.size())
                .count();
    }

    private static void write(LocalLake lake, MeterOptions options) throws IOException {
        try (S3Client client = lake.s3().client();
                S3Sink sink = new S3Sink(client, LocalLake.BUCKET, "meters")) {
            MeterReadings.generate(options, sink, (_, _, _) -> {});
        }
    }

    private static void requirePython() {
        String installed;
        try {
            installed = python("import %s; print(pyspark.__version__)".formatted(MODULES), Map.of())
                    .strip();
        } catch (IOException e) {
            installed = "none";
        }
        if (!installed.equals(SPARK)) {
            throw new SkipException(
                    "Not run: it needs python3 with %s, of which PySpark is %s (pip install %s), and there is %s"
                            .formatted(
                                    MODULES,
                                    SPARK,
                                    MODULES.replace(",", "").replace("pyspark", "pyspark==" + SPARK),
                                    installed));
        }
    }

    private static String python(String script, Map<String, String> environment) throws IOException {
        ProcessBuilder python = new ProcessBuilder("python3", "-c", script)
                .directory(Checkout.root().resolve("samples").toFile())
                .redirectErrorStream(true);
        python.environment().putAll(environment);
        Process process = python.start();
        try {
            process.getOutputStream().close();
            String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (process.waitFor() != 0) {
                throw new IOException("Python has failed: " + printed);
            }
            return printed;
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }
}
