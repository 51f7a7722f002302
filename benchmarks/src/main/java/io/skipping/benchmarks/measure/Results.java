// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.measure;

import io.skipping.benchmarks.picture.Pictures;
import io.skipping.testing.folder.Checkout;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Writes a benchmark's results to a folder and to the console. */
public final class Results {
    private final Path folder;
    private final PrintWriter watched;

    private Results(Path folder, PrintWriter watched) {
        this.folder = folder;
        this.watched = watched;
    }

    /**
     * Creates the folder first, so that a failure to do so shows before anything is measured.
     *
     * @param folder by default, the folder of the results that are kept with the sources
     */
    public static Results to(Optional<Path> folder, PrintWriter watched) throws IOException {
        Path chosen = folder.orElse(Checkout.root().resolve("benchmarks").resolve("results"));
        Files.createDirectories(chosen);
        return new Results(chosen, watched);
    }

    public Path folder() {
        return folder;
    }

    /** Writes {@code <name>.json}, pictures, and {@code <name>.md}, which shows them, and prints the text. */
    public void write(String name, Records records, String text) throws IOException {
        records.write(folder.resolve(name + ".json"));
        StringBuilder report = new StringBuilder(text);
        for (String picture : Pictures.draw(name, records.json(), folder)) {
            report.append("\n![%s](%s)\n".formatted(picture, picture));
        }
        Files.writeString(folder.resolve(name + ".md"), report);
        watched.print(text);
        watched.flush();
    }
}
