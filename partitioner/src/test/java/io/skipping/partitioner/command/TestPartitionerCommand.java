// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner.command;

import static java.util.function.Function.identity;
import static org.assertj.core.api.Assertions.assertThat;

import io.skipping.partitioner.ArrayRow;
import io.skipping.partitioner.LayoutModel;
import io.skipping.partitioner.ModelJson;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.Test;
import picocli.CommandLine;

public class TestPartitionerCommand {
    private static final String COLUMNS = "x:double,day:date,city:varchar";

    private Path folder;
    private Path sample;
    private Path log;

    @BeforeClass
    public void writeFiles() throws IOException {
        folder = Files.createTempDirectory("partitioner");
        sample = folder.resolve("sample.csv");
        log = folder.resolve("log.jsonl");
        SplittableRandom random = new SplittableRandom(1);
        StringBuilder records = new StringBuilder("ignored,city,x,day\n");
        StringBuilder queries = new StringBuilder();
        for (int record = 0; record < 2000; record++) {
            records.append("0,\"City, %d\",%s,2026-01-%02d\n"
                    .formatted(
                            random.nextInt(30),
                            record % 50 == 0 ? "" : random.nextInt(1000) / 10.0,
                            1 + random.nextInt(31)));
        }
        for (int query = 0; query < 40; query++) {
            int low = random.nextInt(95);
            queries.append("""
                {"time": "2026-02-01T%02d:00:00Z", "conditions": {"x": [[%d, %d]], "day": [["2026-01-05", null], 3], "other": [1]}}
                """.formatted(query % 24, low, low + 2));
        }
        Files.writeString(sample, records);
        Files.writeString(log, queries);
    }

    @AfterClass(alwaysRun = true)
    public void deleteFiles() throws IOException {
        for (String name : new String[] {
            "sample.csv",
            "log.jsonl",
            "others.jsonl",
            "model.json",
            "bad.csv",
            "drawn.json",
            "map.svg",
            "map.png",
            "torn.jsonl",
            "latin.json"
        }) {
            Files.deleteIfExists(folder.resolve(name));
        }
        Files.delete(folder);
    }

    @Test
    public void testTrainsAModel() throws IOException {
        Path file = folder.resolve("model.json");
        Run run = run(
                "train",
                "--columns",
                COLUMNS,
                "--sample",
                sample.toString(),
                "--log",
                log.toString(),
                "--partitions",
                "8",
                "--output",
                file.toString());
        assertThat(run.exitCode).describedAs(run.err).isZero();
        LayoutModel model = ModelJson.read(Files.readString(file));
        assertThat(model.partitions()).isEqualTo(8);
        assertThat(model.partition(new ArrayRow(3).set(0, 1.0)))
                .describedAs("queries ask about x")
                .isNotEqualTo(model.partition(new ArrayRow(3).set(0, 99.0)));
        assertThat(run.err).contains("scans in the log: 40; of the 40 that count, 40 ask about these columns");
    }

    @Test
    public void testALogOfOtherTablesIsNotSilentlyIgnored() throws IOException {
        Path others = folder.resolve("others.jsonl");
        Files.writeString(
                others,
                "{\"time\":\"2026-01-01T00:00:00Z\",\"schema\":\"grid\",\"table\":\"meters\",\"conditions\":{\"other\":[1]}}\n");
        String[] options = {
            "train",
            "--columns",
            COLUMNS,
            "--sample",
            sample.toString(),
            "--partitions",
            "8",
            "--log",
            others.toString(),
            "--table"
        };
        Run run = run(
                Stream.concat(Arrays.stream(options), Stream.of("grid.trips")).toArray(String[]::new));
        assertThat(run.exitCode).isEqualTo(1);
        assertThat(run.err).contains("No scan in the log is of this table");
        assertThat(run.out).isEmpty();
        Path model = folder.resolve("drawn.json");
        Path svg = folder.resolve("map.svg");
        Files.deleteIfExists(svg);
        run(
                "train",
                "--columns",
                COLUMNS,
                "--sample",
                sample.toString(),
                "--partitions",
                "8",
                "--output",
                model.toString());
        run = run(
                "map",
                "--columns",
                COLUMNS,
                "--sample",
                sample.toString(),
                "--log",
                others.toString(),
                "--table",
                "grid.trips",
                "--model",
                model.toString(),
                "--svg",
                svg.toString());
        assertThat(run.exitCode).describedAs("a map without queries").isEqualTo(1);
        assertThat(run.err).contains("No scan in the log is of this table");
        assertThat(svg).doesNotExist();
        run = run(
                Stream.concat(Arrays.stream(options), Stream.of("grid.meters")).toArray(String[]::new));
        assertThat(run.exitCode).describedAs(run.err).isZero();
        assertThat(run.err).contains("scans in the log: 1; of the 1 that count, 0 ask about these columns");
    }

    @Test
    public void testPrintsEachKindOfModel() {
        for (ModelKind kind : ModelKind.values()) {
            String columns = kind == ModelKind.GRID_0 || kind == ModelKind.GRID_1 ? "x:double,day:date" : COLUMNS;
            Run run = run(
                    "train",
                    "--columns",
                    columns,
                    "--sample",
                    sample.toString(),
                    "--model",
                    kind.optionName(),
                    "--partitions",
                    "5");
            assertThat(run.exitCode).describedAs(run.err).isZero();
            assertThat(ModelJson.read(run.out).partitions()).isEqualTo(5);
        }
    }

    @Test
    public void testAdvisesWhatWouldBeRead() {
        Run run = run(
                "advise",
                "--columns",
                COLUMNS,
                "--sample",
                sample.toString(),
                "--log",
                log.toString(),
                "--partitions",
                "16");
        assertThat(run.exitCode).describedAs(run.err).isZero();
        assertThat(run.out.lines().map(line -> line.split(" +")[0]))
                .containsExactly(
                        "scans",
                        "layout",
                        "zorder",
                        "hilbert",
                        "kdtree",
                        "kdtree-shape",
                        "kdtree-compact",
                        "kdtree-query");
        assertThat(objects(run, "kdtree-query"))
                .describedAs("objects that a query reads: it knows that x is asked for")
                .isLessThan(objects(run, "kdtree"));
    }

    @Test
    public void testMakesObjectsOfASize() {
        Run run = run(
                "train",
                "--columns",
                "x:double",
                "--sample",
                sample.toString(),
                "--bytes",
                "1GB",
                "--object-size",
                "130MB");
        assertThat(run.exitCode).describedAs(run.err).isZero();
        assertThat(ModelJson.read(run.out).partitions())
                .describedAs("1024 / 130, rounded")
                .isEqualTo(8);
        assertThat(run.err).contains("Warning: with 250 records of each object in the sample");
        assertThat(run("train", "--columns", "x:double", "--object-size", "1MB").err)
                .contains("--bytes, the size of the table");
        assertThat(run("train", "--columns", "x:double").exitCode).isEqualTo(2);
        assertThat(run("train", "--columns", "x:double", "--partitions", "0").exitCode)
                .isEqualTo(2);
    }

    @Test
    public void testAdvisesOnThePresentModel() throws IOException {
        Path present = folder.resolve("model.json");
        run(
                "train",
                "--columns",
                COLUMNS,
                "--sample",
                sample.toString(),
                "--partitions",
                "16",
                "--output",
                present.toString());
        Run run = run(
                "advise",
                "--columns",
                COLUMNS,
                "--sample",
                sample.toString(),
                "--log",
                log.toString(),
                "--partitions",
                "16",
                "--current",
                present.toString());
        assertThat(run.exitCode).describedAs(run.err).isZero();
        assertThat(objects(run, "(current)")).isEqualTo(objects(run, "kdtree"));
        assertThat(run.out.lines().toList().get(run.out.lines().toList().size() - 1))
                .startsWith("The layout has drifted: a query about these columns reads ");
    }

    @Test
    public void testDrawsAMap() throws IOException {
        String columns = "x:double,day:date,city:varchar";
        Path file = folder.resolve("drawn.json");
        Path svg = folder.resolve("map.svg");
        Path png = folder.resolve("map.png");
        run(
                "train",
                "--columns",
                columns,
                "--sample",
                sample.toString(),
                "--partitions",
                "8",
                "--output",
                file.toString());
        Run run = run(
                "map",
                "--columns",
                columns,
                "--sample",
                sample.toString(),
                "--log",
                log.toString(),
                "--model",
                file.toString(),
                "--svg",
                svg.toString(),
                "--png",
                png.toString(),
                "--size",
                "300");
        assertThat(run.exitCode).describedAs(run.err).isZero();
        assertThat(Files.readString(svg))
                .contains("<svg")
                .contains("width=\"300\"")
                .contains("<rect");
        BufferedImage image = ImageIO.read(png.toFile());
        assertThat(image.getWidth()).isEqualTo(300);
        assertThat(Arrays.stream(image.getRGB(0, 0, 300, 300, null, 0, 300))
                        .distinct()
                        .count())
                .describedAs("colours")
                .isGreaterThan(8);
    }

    /** A model of a table knows the scale of its decimals, and a sample as CSV of their unscaled values does not. */
    @Test
    public void testAModelWithAScaleFitsASampleWithout() throws IOException {
        Path model = folder.resolve("drawn.json");
        Path svg = folder.resolve("map.svg");
        String[] options = {"--columns", "x:double,ignored:bigint", "--sample", sample.toString()};
        Run trained = run(with(options, "train", "--partitions", "8"));
        Files.writeString(model, trained.out.replace("\"type\":\"bigint\"", "\"type\":\"bigint\",\"scale\":2"));
        Run map = run(with(options, "map", "--model", model.toString(), "--svg", svg.toString()));
        assertThat(map.exitCode).describedAs(map.err).isZero();
        Run advice = run(
                with(options, "advise", "--log", log.toString(), "--partitions", "8", "--current", model.toString()));
        assertThat(advice.exitCode).describedAs(advice.err).isZero();
        assertThat(objects(advice, "(current)")).isEqualTo(objects(advice, "kdtree"));

        Files.writeString(model, trained.out.replace("\"name\":\"ignored\"", "\"name\":\"other\""));
        assertThat(run(with(options, "map", "--model", model.toString(), "--svg", svg.toString())).err)
                .contains(
                        "--model %s: the model has other columns, which --columns must name in this order: [x:double, other:bigint]"
                                .formatted(model));
        Run current = run(
                with(options, "advise", "--log", log.toString(), "--partitions", "8", "--current", model.toString()));
        assertThat(current.err).contains("--current %s: the model has other columns".formatted(model));
        assertThat(current.exitCode).isEqualTo(2);
    }

    private static String[] with(String[] options, String command, String... others) {
        return Stream.of(new String[] {command}, options, others)
                .flatMap(Arrays::stream)
                .toArray(String[]::new);
    }

    @Test
    public void testSaysWhatIsWrong() throws IOException {
        assertThat(run("train", "--columns", "x", "--sample", sample.toString(), "--partitions", "8").err)
                .contains("x has no type");
        assertThat(run("train", "--columns", "z:double", "--sample", sample.toString(), "--partitions", "8").err)
                .contains("no column z");
        Path bad = folder.resolve("bad.csv");
        Files.writeString(bad, "x\n1\ntwo\n");
        assertThat(run("train", "--columns", "x:bigint", "--sample", bad.toString(), "--partitions", "8").err)
                .contains("Record 2")
                .contains("two");
        assertThat(run("train", "--columns", COLUMNS, "--model", "rtree", "--partitions", "8").exitCode)
                .isEqualTo(2);
        Run mistyped = run("train", "--columns", "x:doubl", "--partitions", "8");
        assertThat(mistyped.exitCode).isEqualTo(2);
        assertThat(mistyped.err).contains("Unknown type of a column: doubl. There are bigint, double, date");
        Run missing = run("train", "--columns", COLUMNS, "--partitions", "8", "--sample", "not-there.csv");
        assertThat(missing.exitCode).isEqualTo(2);
        assertThat(missing.err).contains("--sample not-there.csv: there is no such file, or it cannot be read");
    }

    /** A scan of a table, or training, takes too long to say afterwards that an option is wrong. */
    @Test
    public void testOptionsAreCheckedBeforeTheWork() throws IOException {
        assertWrong("Advice needs a log of past queries: give --log", "advise", "--partitions", "8");
        assertWrong(
                "--current gone.json: there is no such file", "advise", "--log", "pom.xml", "--current", "gone.json");
        assertWrong("--log gone.jsonl: there is no such file", "train", "--partitions", "8", "--log", "gone.jsonl");
        assertWrong("--queries must be at least 1", "train", "--partitions", "8", "--queries", "0");
        assertWrong("--output gone/model.json: the file cannot be written", "train", "--output", "gone/model.json");
        assertWrong("--output src: the file cannot be written", "train", "--output", "src");
        assertWrong(
                "--sample is a file, and --server has a table",
                "train",
                "--partitions",
                "8",
                "--sample",
                "pom.xml",
                "--server",
                "http://localhost:1",
                "--table",
                "grid.meters",
                "--catalog",
                "lake");
        assertWrong("Nothing to draw to: give --svg or --png", "map", "--model", "pom.xml");
        assertWrong("give --size ", "map", "--model", "pom.xml", "--svg", "map.svg", "--size", "3");
        assertWrong("--model gone.json: there is no such file", "map", "--model", "gone.json", "--svg", "map.svg");
        for (String age : new String[] {"P0D", "-PT1H", "PT-1H"}) {
            assertWrong("--half-life ", "train", "--sample=pom.xml", "--partitions=8", "--half-life=" + age);
            assertWrong(
                    "--half-life ",
                    "advise",
                    "--sample=pom.xml",
                    "--partitions=8",
                    "--log=pom.xml",
                    "--half-life=" + age);
        }
        assertWrong(
                "--model grid-0 cannot divide these columns: [x:double, day:date, city:varchar]",
                "train",
                "--sample",
                "pom.xml",
                "--partitions",
                "8",
                "--model",
                "grid-0");
        assertWrong(
                "--model pom.xml: Not a model", "map", "--sample=pom.xml", "--model", "pom.xml", "--svg", "map.svg");
        assertWrong(
                "--current pom.xml: Not a model",
                "advise",
                "--sample=pom.xml",
                "--partitions=8",
                "--log=" + log,
                "--current=pom.xml");
        Path model = folder.resolve("latin.json");
        Run trained =
                run("train", "--columns", "city:varchar,x:double", "--sample", sample.toString(), "--partitions=8");
        Files.writeString(model, trained.out);
        Run texts = run(
                "map",
                "--columns=city:varchar,x:double",
                "--sample=pom.xml",
                "--model",
                model.toString(),
                "--svg",
                "map.svg");
        assertThat(texts.err).contains("A map needs two columns of numbers: they must be the first two of --columns");
        assertThat(texts.exitCode).isEqualTo(2);
        Run twice = run("train", "--columns", "a:double,a:double", "--sample=pom.xml", "--partitions=8");
        assertThat(twice.err).contains("--columns has a twice: leave one of them out");
        assertThat(twice.exitCode).isEqualTo(2);
        assertThat(run(
                                "train",
                                "--server=http://localhost:1",
                                "--catalog=lake",
                                "--table=grid.meters",
                                "--columns=a,A",
                                "--partitions=8")
                        .err)
                .contains("--columns has A twice");
        for (String option : List.of("--partition=day=1", "--model=pom.xml", "--sort=x", "--move-external")) {
            assertWrongOf(
                    option.replaceFirst("=.*", "") + " cannot be given with --finish, which finishes all rewrites",
                    "rewrite",
                    "--finish",
                    option);
        }
        for (String option : List.of("--older-than=1h", "--leave-late-objects")) {
            assertWrongOf(
                    option.replaceFirst("=.*", "") + " says what --finish does: give --finish, or leave it out",
                    "rewrite",
                    "--model=pom.xml",
                    option);
        }
    }

    /** The sample is no CSV here, which nobody is told who has a wrong log. */
    @Test
    public void testTheLogIsReadBeforeTheSample() throws IOException {
        Path torn = folder.resolve("torn.jsonl");
        Files.writeString(torn, Files.readString(log) + "{\"time\": \"2026-");
        String[] options = {"--columns", COLUMNS, "--sample", "pom.xml", "--partitions", "8"};
        for (String command : new String[] {"train", "advise"}) {
            Run run = run(with(options, command, "--log", torn.toString()));
            assertThat(run.exitCode).isEqualTo(1);
            assertThat(run.err).contains("Query 41 of " + torn + ": not JSON");
        }
        Path one = folder.resolve("others.jsonl");
        Files.writeString(
                one,
                "{\"time\":\"2026-01-01T00:00:00Z\",\"schema\":\"grid\",\"table\":\"meters\",\"conditions\":{}}\n");
        assertThat(run(with(options, "train", "--log", one.toString(), "--table", "grid.trips")).err)
                .contains("No scan in the log is of this table");
        assertThat(run(with(options, "advise", "--log", one.toString(), "--table", "grid.meters")).err)
                .contains("Advice needs a log of 2 queries");
        assertThat(run(with(options, "train", "--log", one.toString(), "--table", "grid.meters")).err)
                .as("nothing else is wrong")
                .contains("The sample ");
    }

    @Test
    public void testModelsThatCannotBeReadAreNamed() throws IOException {
        Path latin = folder.resolve("latin.json");
        Files.write(latin, "{\"format\": \"caf\u00e9\"}".getBytes(StandardCharsets.ISO_8859_1));
        for (Path file : new Path[] {latin, folder}) {
            String message = "--model %s: %s"
                    .formatted(file, file.equals(latin) ? "Not a model: its file is not UTF-8" : "there is");
            assertWrong(message, "map", "--sample=pom.xml", "--model", file.toString(), "--svg", "map.svg");
            Run rewrite = run("rewrite", "--catalog=lake", "--table=grid.meters", "--model=" + file);
            assertThat(rewrite.err).contains(message);
            assertThat(rewrite.exitCode).isEqualTo(2);
        }
    }

    @Test
    public void testAServerThatIsNotThereIsNamed() throws IOException {
        int port;
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        String[] server = {"--server=http://localhost:" + port, "--catalog=lake", "--table=grid.meters"};
        assertNamed(port, run(options("train", server, "--columns=x", "--partitions=8")));
        assertNamed(port, run(options("rewrite", server, "--finish")));
    }

    private static String[] options(String command, String[] server, String... others) {
        return Stream.of(Stream.of(command), Stream.of(server), Stream.of(others))
                .flatMap(identity())
                .toArray(String[]::new);
    }

    private static void assertNamed(int port, Run run) {
        assertThat(run.exitCode).isEqualTo(1);
        assertThat(run.err)
                .contains("Cannot reach Trino at http://localhost:%d (".formatted(port))
                .contains("is it running, and is --server right?");
    }

    @Test
    public void testModelsAreWrittenInAscii() throws IOException {
        Path accents = folder.resolve("bad.csv");
        Files.writeString(accents, "s\nA\n\u00c9\nZ\n\u00ea\n");
        Run run = run("train", "--columns", "s:varchar", "--sample", accents.toString(), "--partitions", "4");
        assertThat(run.out).matches("[\\x00-\\x7F]+");
        Path file = folder.resolve("model.json");
        run("train", "--columns=s:varchar", "--sample=" + accents, "--partitions=4", "--output=" + file);
        assertThat(ModelJson.write(ModelJson.read(run.out)))
                .isEqualTo(Files.readString(file).strip())
                .contains("\u00c9");
    }

    private void assertWrong(String message, String command, String... options) {
        assertWrongOf(
                message,
                Stream.concat(Stream.of(command, "--columns", COLUMNS), Arrays.stream(options))
                        .toArray(String[]::new));
    }

    private void assertWrongOf(String message, String... arguments) {
        Run run = run(arguments);
        assertThat(run.err).contains(message);
        assertThat(run.exitCode).isEqualTo(2);
    }

    @Test
    public void testUnknownOptionsAreNamedBeforeMissingOnes() {
        Run run = run("train", "--tabel", "grid.meters");
        assertThat(run.exitCode).isEqualTo(2);
        assertThat(run.err).startsWith("Unknown option '--tabel'. Did you mean '--table'");
        assertThat(run("advise", "--sample-row=5").err)
                .startsWith("Unknown option '--sample-row'. Did you mean '")
                .contains("'--sample-rows'");
        assertThat(run("trian").err).startsWith("Unknown command 'trian'. Did you mean 'train'");
        assertThat(run("train", "--partitions", "8").err)
                .as("what is missing, if all is known")
                .contains("Missing required option: '--columns")
                .contains("See partitioner train --help");
    }

    private static double objects(Run run, String layout) {
        return run.out
                .lines()
                .filter(line -> line.startsWith(layout + " "))
                .mapToDouble(line -> Double.parseDouble(line.split(" +")[1]))
                .findFirst()
                .orElseThrow();
    }

    private record Run(int exitCode, String out, String err) {}

    private static Run run(String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        CommandLine command =
                PartitionerCommand.commandLine().setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
        return new Run(command.execute(arguments), out.toString(), err.toString());
    }
}
