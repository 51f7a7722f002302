// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner.command.map;

import static org.assertj.core.api.Assertions.assertThat;

import io.skipping.partitioner.ArrayRow;
import io.skipping.partitioner.Column;
import io.skipping.partitioner.ColumnType;
import io.skipping.partitioner.Curve;
import io.skipping.partitioner.command.MapCommand;
import io.skipping.partitioner.train.CurveTrainer;
import io.skipping.partitioner.train.Interval;
import io.skipping.partitioner.train.PastQuery;
import io.skipping.partitioner.train.Sample;
import java.awt.Font;
import java.awt.font.FontRenderContext;
import java.awt.geom.Rectangle2D;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

public class TestLayoutMap {
    private static final List<Column> PLACES =
            List.of(new Column("latitude", ColumnType.DOUBLE), new Column("longitude", ColumnType.DOUBLE));
    private static final List<Column> TIMES =
            List.of(new Column("temperature", ColumnType.DOUBLE), new Column("day", ColumnType.DATE));
    private static final FontRenderContext FONTS = new FontRenderContext(null, true, true);

    private static LayoutMap map(Sample sample, int partitions, List<PastQuery> queries, Map<String, String> units) {
        return new LayoutMap(sample, new CurveTrainer(Curve.ZORDER).train(sample, partitions), queries, 1, 0, units);
    }

    private static Sample sample(List<Column> columns, int rows) {
        SplittableRandom random = new SplittableRandom(1);
        Sample.Builder sample = Sample.builder(columns);
        for (int row = 0; row < rows; row++) {
            ArrayRow values = new ArrayRow(2).set(0, 40 + 10 * random.nextDouble());
            sample.add(
                    columns.get(1).type() == ColumnType.DATE
                            ? values.set(1, 20_000L + random.nextInt(400))
                            : values.set(1, 10 * random.nextDouble()));
        }
        return sample.build();
    }

    private static List<PastQuery> queries(int count) {
        SplittableRandom random = new SplittableRandom(2);
        return Stream.generate(() -> {
                    double low = 40 + 9 * random.nextDouble();
                    double left = 9 * random.nextDouble();
                    return new PastQuery(
                            Map.of(
                                    "latitude",
                                    List.of(Interval.ofDoubles(low, low + 0.5)),
                                    "longitude",
                                    List.of(Interval.ofDoubles(left, left + 0.5))),
                            Instant.EPOCH);
                })
                .limit(count)
                .toList();
    }

    @DataProvider
    public Object[][] sizes() {
        return new Object[][] {{LayoutMap.LEAST_SIZE}, {500}, {1200}};
    }

    @Test(dataProvider = "sizes")
    public void testHasTitleAxesAndLegend(int size) throws Exception {
        LayoutMap map = map(sample(PLACES, 12_000), 64, queries(20), Map.of());
        Document svg = drawn(map, size);
        // long lines are broken where a picture is narrow
        assertThat(String.join(" ", texts(svg)))
                .contains("Layout of 64 objects over latitude and longitude")
                .contains("latitude (degrees)")
                .contains("longitude (degrees)")
                .contains("record, in the colour of its object (6,000 of 12,000)")
                .contains("box around the records of an object (64)")
                .contains("box that a query asked for (20)");
        assertThat(collisions(svg, size)).isEmpty();
        assertThat(elements(svg, "path").filter(TestLayoutMap::isOfQueries))
                .as("boxes of queries, over all else")
                .hasSize(1)
                .first()
                .isEqualTo(elements(svg, "path").reduce((first, last) -> last).orElseThrow());
    }

    private static boolean isOfQueries(Element path) {
        Element group = (Element) path.getParentNode();
        return (group.getAttribute("style") + path.getAttribute("style")).contains("stroke:rgb(192,16,16)")
                && path.getAttribute("style").contains("stroke-width:1.6");
    }

    @Test
    public void testDatesAndUnitsStandAtTheAxes() throws Exception {
        LayoutMap map = map(sample(TIMES, 1000), 16, List.of(), Map.of("temperature", "°C"));
        Document svg = drawn(map, 900);
        assertThat(texts(svg))
                .contains("temperature (°C)", "day (date)")
                .contains("42", "48")
                .anyMatch(text -> text.matches("20\\d\\d-\\d\\d-\\d\\d"))
                .noneMatch(text -> text.contains("query"));
        assertThat(collisions(svg, 900)).isEmpty();
    }

    /** A picture of more than a megabyte opens slowly, or not at all. */
    @Test
    public void testPicturesOfLargeLayoutsAreSmall() throws Exception {
        LayoutMap map = map(sample(PLACES, 40_000), 20_000, queries(10_000), Map.of());
        Path file = Files.createTempFile("map", ".svg");
        try {
            MapCommand.writeSvg(map, 1200, file);
            assertThat(Files.size(file)).isLessThan(1_000_000);
            assertThat(texts(read(file)))
                    .anyMatch(text ->
                            text.matches("box around the records of an object \\([0-9,]+ of [12][0-9],[0-9]+\\)"))
                    .contains("box that a query asked for (1,429 of 10,000)");
        } finally {
            Files.delete(file);
        }
    }

    private static Document drawn(LayoutMap map, int size) throws Exception {
        Path file = Files.createTempFile("map", ".svg");
        try {
            MapCommand.writeSvg(map, size, file);
            return read(file);
        } finally {
            Files.delete(file);
        }
    }

    private static Document read(Path file) throws Exception {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        // the DTD of SVG is on another machine
        factory.setFeature("http://apache.org/xml/features/nonvalidating/load-external-dtd", false);
        return factory.newDocumentBuilder().parse(file.toFile());
    }

    private static List<String> texts(Document svg) {
        return elements(svg, "text")
                .map(Element::getTextContent)
                .map(String::strip)
                .toList();
    }

    private static Stream<Element> elements(Document svg, String name) {
        NodeList nodes = svg.getElementsByTagName(name);
        return IntStream.range(0, nodes.getLength()).mapToObj(nodes::item).map(Element.class::cast);
    }

    /** Returns pairs of texts that overlap, and texts that are not all inside the picture. */
    private static List<String> collisions(Document svg, int size) {
        Rectangle2D picture = new Rectangle2D.Double(0, 0, size, size);
        List<String> collisions = new ArrayList<>();
        List<Element> texts = elements(svg, "text").toList();
        for (int i = 0; i < texts.size(); i++) {
            Rectangle2D box = box(texts.get(i));
            if (!picture.contains(box)) {
                collisions.add(texts.get(i).getTextContent() + " is not inside");
            }
            for (int j = 0; j < i; j++) {
                if (box.intersects(box(texts.get(j)))) {
                    collisions.add(
                            texts.get(i).getTextContent() + " | " + texts.get(j).getTextContent());
                }
            }
        }
        return collisions;
    }

    private static Rectangle2D box(Element text) {
        boolean isTitle = text.getTextContent().contains("Layout of");
        Font font = new Font(Font.SANS_SERIF, isTitle ? Font.BOLD : Font.PLAIN, isTitle ? 15 : 12);
        double wide = font.getStringBounds(text.getTextContent().strip(), FONTS).getWidth();
        double high = font.getSize() * 0.75;
        return new Rectangle2D.Double(
                Double.parseDouble(text.getAttribute("x")),
                Double.parseDouble(text.getAttribute("y")) - high,
                wide,
                high);
    }
}
