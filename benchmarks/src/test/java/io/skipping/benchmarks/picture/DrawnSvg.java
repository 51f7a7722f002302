// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.picture;

import java.awt.Font;
import java.awt.font.FontRenderContext;
import java.awt.geom.Rectangle2D;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/** A chart as a reader's viewer sees it. */
record DrawnSvg(Document document) {
    private static final FontRenderContext FONTS = new FontRenderContext(null, true, true);

    static DrawnSvg read(Path file) throws IOException {
        try {
            return new DrawnSvg(
                    DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(file.toFile()));
        } catch (ParserConfigurationException | SAXException e) {
            throw new IOException(file + " is no XML", e);
        }
    }

    List<String> texts(String kind) {
        return elements("text", kind).map(Element::getTextContent).toList();
    }

    List<String> colours(String kind) {
        return elements("rect", kind).map(rect -> rect.getAttribute("fill")).toList();
    }

    String line() {
        return elements("path", "line").findFirst().orElseThrow().getAttribute("d");
    }

    /** Returns pairs of texts that overlap, and texts that are not all inside the picture. */
    List<String> collisions() {
        List<String> collisions = new ArrayList<>();
        Element root = document.getDocumentElement();
        Rectangle2D picture = new Rectangle2D.Double(
                0, 0, Double.parseDouble(root.getAttribute("width")), Double.parseDouble(root.getAttribute("height")));
        List<Element> texts = elements(root.getElementsByTagName("text")).toList();
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
        boolean isTitle = text.getAttribute("class").equals("title");
        Font font = new Font(Font.SANS_SERIF, isTitle ? Font.BOLD : Font.PLAIN, isTitle ? Svg.TITLE : Svg.TEXT);
        Rectangle2D bounds = font.getStringBounds(text.getTextContent(), FONTS);
        double x = Double.parseDouble(text.getAttribute("x"));
        double shift = switch (text.getAttribute("text-anchor")) {
            case "end" -> bounds.getWidth();
            case "middle" -> bounds.getWidth() / 2;
            default -> 0;
        };
        // from the top of capitals to the line that they stand on: what is below rarely meets what is above
        double high = font.getSize() * 0.75;
        return new Rectangle2D.Double(
                x - shift, Double.parseDouble(text.getAttribute("y")) - high, bounds.getWidth(), high);
    }

    private Stream<Element> elements(String name, String kind) {
        return elements(document.getElementsByTagName(name))
                .filter(element -> element.getAttribute("class").equals(kind));
    }

    private static Stream<Element> elements(NodeList nodes) {
        return IntStream.range(0, nodes.getLength()).mapToObj(nodes::item).map(Element.class::cast);
    }
}
