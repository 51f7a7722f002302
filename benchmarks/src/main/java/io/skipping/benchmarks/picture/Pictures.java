// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.picture;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.skipping.testing.folder.Checkout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Draws benchmarks' results again, without measuring. */
@Command(
        name = "bin/bench pictures",
        mixinStandardHelpOptions = true,
        description = {"Draws the pictures of all existing results, without measuring anything.", ""},
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:drawn", "1:something failed", "2:an option is wrong"})
public final class Pictures implements Callable<Integer> {
    private static final String JSON = ".json";

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Folder of the results and of the pictures (default: benchmarks/results).")
    private Optional<Path> out;

    @Spec
    private CommandSpec spec;

    public static void main(String[] arguments) {
        System.exit(new CommandLine(new Pictures()).execute(arguments));
    }

    @Override
    public Integer call() throws IOException {
        Path folder = out.orElse(Checkout.root().resolve("benchmarks").resolve("results"));
        List<Path> results;
        try (Stream<Path> files = Files.list(folder)) {
            results = files.filter(file -> file.toString().endsWith(JSON))
                    .sorted()
                    .toList();
        }
        for (Path file : results) {
            String benchmark = file.getFileName().toString().replace(JSON, "");
            for (String picture : draw(benchmark, new ObjectMapper().readTree(file.toFile()), folder)) {
                spec.commandLine().getOut().println(folder.resolve(picture));
            }
        }
        return 0;
    }

    /**
     * Draws each picture of a benchmark as SVG.
     *
     * @param results the results, one record per number
     * @return the names of the files
     */
    public static List<String> draw(String benchmark, JsonNode results, Path folder) throws IOException {
        Drawing drawing = new Drawing(results);
        List<String> names = new ArrayList<>();
        for (Chart chart : Charts.of(benchmark)) {
            String name = benchmark + "-" + chart.name();
            if (drawing.draw(chart, folder.resolve(name))) {
                names.add(name + ".svg");
            }
        }
        return names;
    }
}
