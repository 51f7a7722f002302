// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner.command.map;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.FontMetrics;
import java.awt.Graphics2D;
import java.awt.geom.Rectangle2D;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Writes what stands above a map, line by line: its title, what the shapes mean, and the title of the vertical axis.
 * Breaks lines that are longer than the picture is wide.
 */
final class MapHead {
    static final int EDGE = 10;
    static final int LINE = 16;
    static final Color INK = new Color(0x22, 0x22, 0x22);

    private static final int SWATCH = 12;
    private static final Font TEXT = new Font(Font.SANS_SERIF, Font.PLAIN, 12);
    private static final Font TITLE = new Font(Font.SANS_SERIF, Font.BOLD, 15);

    private final Graphics2D graphics;
    private final int width;
    /** of the last line */
    private int baseline = EDGE;

    MapHead(Graphics2D graphics, int width) {
        this.graphics = graphics;
        this.width = width;
    }

    /** Selects what a line of the legend shows. */
    enum Swatch {
        DOT,
        BOX,
        WIDE_BOX
    }

    void title(String title) {
        graphics.setColor(INK);
        graphics.setFont(TITLE);
        for (String line : lines(title, width - 2 * EDGE)) {
            baseline += LINE + 2;
            graphics.drawString(line, EDGE, baseline);
        }
        graphics.setFont(TEXT);
        baseline += 4;
    }

    /**
     * Writes a line of the legend.
     *
     * @param drawn how many of these shapes are drawn
     * @param all how many there are
     */
    void entry(Swatch swatch, Color color, String name, int drawn, int all) {
        drawSwatch(swatch, color);
        String text = drawn < all
                ? String.format(Locale.ROOT, "%s (%,d of %,d)", name, drawn, all)
                : String.format(Locale.ROOT, "%s (%,d)", name, all);
        graphics.setColor(INK);
        for (String line : lines(text, width - 3 * EDGE - SWATCH)) {
            baseline += LINE;
            graphics.drawString(line, 2 * EDGE + SWATCH, baseline);
        }
    }

    private void drawSwatch(Swatch swatch, Color color) {
        Rectangle2D box = new Rectangle2D.Double(EDGE, baseline + LINE - SWATCH + 2, SWATCH, SWATCH - 2);
        graphics.setColor(color);
        if (swatch == Swatch.DOT) {
            graphics.fill(new Rectangle2D.Double(box.getCenterX() - 1.5, box.getCenterY() - 1.5, 3, 3));
        } else {
            graphics.setStroke(new BasicStroke(swatch == Swatch.WIDE_BOX ? 1.6f : 0.8f));
            graphics.draw(box);
        }
    }

    /** Writes the title of the vertical axis, above it, and returns where the axis may begin. */
    int axis(String title) {
        graphics.setColor(INK);
        baseline += LINE + 8;
        graphics.drawString(title, EDGE, baseline);
        return baseline + EDGE;
    }

    /** Breaks a text into lines between words. */
    private List<String> lines(String text, int most) {
        FontMetrics metrics = graphics.getFontMetrics();
        List<String> lines = new ArrayList<>();
        String line = "";
        for (String word : text.split(" ")) {
            String longer = line.isEmpty() ? word : line + " " + word;
            if (!line.isEmpty() && metrics.stringWidth(longer) > most) {
                lines.add(line);
                line = word;
            } else {
                line = longer;
            }
        }
        lines.add(line);
        return lines;
    }
}
