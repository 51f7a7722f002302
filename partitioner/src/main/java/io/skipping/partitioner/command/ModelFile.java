// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner.command;

import io.skipping.partitioner.Column;
import io.skipping.partitioner.LayoutModel;
import io.skipping.partitioner.ModelFormatException;
import io.skipping.partitioner.ModelJson;
import io.skipping.partitioner.command.sample.FileOptions;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/**
 * Holds a model that an option names.
 *
 * @param text the content of its file
 */
record ModelFile(CommandSpec command, String option, Path file, String text, LayoutModel model) {
    /**
     * Reads a model.
     *
     * @throws ParameterException if it cannot be read, or is not a model; the message names the file and the option
     */
    static ModelFile read(CommandSpec command, String option, Path file) {
        FileOptions.checkReadable(command, option, file);
        try (InputStream content = Files.newInputStream(file)) {
            String text = ModelJson.decode(content.readNBytes(ModelJson.MOST_CHARS + 1));
            return new ModelFile(command, option, file, text, ModelJson.read(text));
        } catch (ModelFormatException | IOException e) {
            throw new ParameterException(command.commandLine(), "%s %s: %s".formatted(option, file, e.getMessage()), e);
        }
    }

    /**
     * Checks that the model divides records of these columns.
     *
     * @throws ParameterException if it has others
     */
    void checkFits(List<Column> columns) {
        if (!model.fits(columns)) {
            throw new ParameterException(
                    command.commandLine(),
                    "%s %s: the model has other columns, which --columns must name in this order: %s"
                            .formatted(option, file, model.columns()));
        }
    }
}
