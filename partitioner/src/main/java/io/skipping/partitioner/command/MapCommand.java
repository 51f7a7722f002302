// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner.command;

import io.skipping.command.ExitCode;
import io.skipping.command.progress.Steps;
import io.skipping.partitioner.Column;
import io.skipping.partitioner.command.map.LayoutMap;
import io.skipping.partitioner.command.sample.FileOptions;
import io.skipping.partitioner.command.sample.SampleOptions;
import io.skipping.partitioner.command.sample.TrainingData;
import java.awt.Dimension;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import javax.imageio.ImageIO;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.apache.batik.svggen.SVGGraphics2D;
import org.w3c.dom.Document;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

@Command(
        name = "map",
        description = {
            "Draws a layout: records of a sample, the boxes of their objects, and the boxes of queries.",
            "The first of the columns goes up, the second from left to right, as latitude and longitude do."
        },
        mixinStandardHelpOptions = true)
public final class MapCommand implements Callable<Integer> {
    private static final String SVG = "http://www.w3.org/2000/svg";

    @Mixin
    private SampleOptions input;

    @Option(names = "--model", paramLabel = "FILE", required = true, description = "The model")
    private Path model;

    @Option(names = "--svg", paramLabel = "FILE", description = "Where to write the picture as SVG")
    private Optional<Path> svg = Optional.empty();

    @Option(names = "--png", paramLabel = "FILE", description = "Where to write the picture as PNG")
    private Optional<Path> png = Optional.empty();

    @Option(
            names = "--size",
            paramLabel = "DOTS",
            description = "Width and height of the picture; ${DEFAULT-VALUE} by default",
            defaultValue = "1200")
    private int size;

    @Option(
            names = "--unit",
            paramLabel = "COLUMN=UNIT",
            description = "Unit of a column's numbers, for the label of its axis; may be given for each column")
    private Map<String, String> units = Map.of();

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        if (svg.isEmpty() && png.isEmpty()) {
            throw new ParameterException(spec.commandLine(), "Nothing to draw to: give --svg or --png");
        }
        if (size < LayoutMap.LEAST_SIZE) {
            throw new ParameterException(
                    spec.commandLine(),
                    "A map of %d dots has no room for its labels: give --size %d or more"
                            .formatted(size, LayoutMap.LEAST_SIZE));
        }
        ModelFile layout = ModelFile.read(spec, "--model", model);
        svg.ifPresent(file -> FileOptions.checkWritable(spec, "--svg", file));
        png.ifPresent(file -> FileOptions.checkWritable(spec, "--png", file));
        TrainingData data;
        try (Steps steps = Steps.start(spec.commandLine().getErr()::println)) {
            data = input.read(bytes -> 1, (columns, log) -> check(layout, columns), steps);
        }
        LayoutMap map = new LayoutMap(data.sample(), layout.model(), data.log().queries(), 1, 0, units);
        if (svg.isPresent()) {
            writeSvg(map, size, svg.get());
        }
        if (png.isPresent()) {
            writePng(map, size, png.get());
        }
        return ExitCode.OK.value();
    }

    private void check(ModelFile layout, List<Column> columns) {
        if (columns.size() < 2
                || columns.subList(0, 2).stream()
                        .anyMatch(column -> column.type().isText())) {
            throw new ParameterException(
                    spec.commandLine(), "A map needs two columns of numbers: they must be the first two of --columns");
        }
        layout.checkFits(columns);
    }

    /**
     * Draws a map into a file, which is replaced if it exists.
     *
     * @param size the width and the height, in pixels
     */
    public static void writeSvg(LayoutMap map, int size, Path file) throws IOException {
        SVGGraphics2D graphics = new SVGGraphics2D(svgDocument());
        graphics.setSVGCanvasSize(new Dimension(size, size));
        map.draw(graphics, size);
        try (Writer out = Files.newBufferedWriter(file)) {
            graphics.stream(out, true);
        }
    }

    private static Document svgDocument() {
        try {
            return DocumentBuilderFactory.newInstance()
                    .newDocumentBuilder()
                    .getDOMImplementation()
                    .createDocument(SVG, "svg", null);
        } catch (ParserConfigurationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void writePng(LayoutMap map, int size, Path file) throws IOException {
        BufferedImage image = new BufferedImage(size, size, BufferedImage.TYPE_INT_RGB);
        Graphics2D graphics = image.createGraphics();
        graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
        map.draw(graphics, size);
        graphics.dispose();
        if (!ImageIO.write(image, "png", file.toFile())) {
            throw new IOException("This Java can't write PNG");
        }
    }
}
