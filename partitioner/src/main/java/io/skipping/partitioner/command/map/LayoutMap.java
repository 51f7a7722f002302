// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner.command.map;

import io.skipping.partitioner.LayoutModel;
import io.skipping.partitioner.train.Interval;
import io.skipping.partitioner.train.PastQuery;
import io.skipping.partitioner.train.Sample;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.FontMetrics;
import java.awt.Graphics2D;
import java.awt.geom.Path2D;
import java.awt.geom.Rectangle2D;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Draws a layout over two columns of numbers: the records of a sample as dots, the boxes of the objects around them, and
 * the queries; with axes, a title and a legend.
 *
 * <p>What is drawn is bounded, so that a picture of any layout can be opened: of many records, objects or queries some
 * are left out evenly, and the legend says so. Shapes of one colour are one path.
 */
public final class LayoutMap {
    /** Is the smallest width and height, in pixels. */
    public static final int LEAST_SIZE = 250;

    private static final int MOST_DOTS = 10_000;
    private static final int MOST_BOXES = 4_000;
    private static final int MOST_QUERIES = 1_500;

    private static final int EDGE = MapHead.EDGE;
    private static final int LINE = MapHead.LINE;
    private static final int TICK = 4;
    private static final float DOT = 1.2f;
    /** Neighbours are easy to tell apart, although many objects share a colour. */
    private static final int COLOURS = 24;

    private static final double GOLDEN_RATIO = 0.618034;
    private static final Color GRID = new Color(0xdd, 0xdd, 0xdd);
    private static final Color QUERY = new Color(0xc0, 0x10, 0x10);

    private final Sample sample;
    private final LayoutModel model;
    private final int x;
    private final int y;
    private final Axis across;
    private final Axis up;
    private final int[] partitions;
    private final Rectangle2D[] boxes;
    /** of queries, as far as they are on the map */
    private final List<Rectangle2D> asked;

    /**
     * Creates the map of a sample, which {@link #draw} draws.
     *
     * @param x the index of the column drawn from left to right
     * @param y the index of the column drawn from bottom to top
     * @param units the units of columns by their names, for the axes; columns without one may be missing
     * @throws IllegalArgumentException if no record has numbers in both columns
     */
    public LayoutMap(
            Sample sample, LayoutModel model, List<PastQuery> queries, int x, int y, Map<String, String> units) {
        this.sample = sample;
        this.model = model;
        this.x = x;
        this.y = y;
        partitions = new int[sample.rows()];
        boxes = new Rectangle2D[model.partitions()];
        Rectangle2D area = null;
        for (int row = 0; row < partitions.length; row++) {
            partitions[row] = model.partition(sample.row(row));
            boxes[partitions[row]] = with(boxes[partitions[row]], row);
            area = with(area, row);
        }
        if (area == null) {
            throw new IllegalArgumentException("No record of the sample has a place on the map");
        }
        across = Axis.of(sample.columns().get(x), units, area.getMinX(), area.getMaxX());
        up = Axis.of(sample.columns().get(y), units, area.getMinY(), area.getMaxY());
        asked = queries.stream().flatMap(query -> boxes(query).stream()).toList();
    }

    /** Returns the box extended to include a record; unchanged if the record has no place on the map. */
    private Rectangle2D with(Rectangle2D box, int row) {
        double left = sample.position(row, x);
        double below = sample.position(row, y);
        if (Double.isNaN(left) || Double.isNaN(below)) {
            return box;
        }
        Rectangle2D wider = box == null ? new Rectangle2D.Double(left, below, 0, 0) : box;
        wider.add(left, below);
        return wider;
    }

    /** Returns the boxes that a query asked for; none if it asked of neither column, or nobody knows where. */
    private List<Rectangle2D> boxes(PastQuery query) {
        List<Interval> wide = query.conditions().get(across.column().name());
        List<Interval> high = query.conditions().get(up.column().name());
        List<Rectangle2D> found = new ArrayList<>();
        if (query.placed() && (wide != null || high != null)) {
            for (double[] horizontal : onMap(wide, across)) {
                for (double[] vertical : onMap(high, up)) {
                    found.add(new Rectangle2D.Double(
                            horizontal[0], vertical[0], horizontal[1] - horizontal[0], vertical[1] - vertical[0]));
                }
            }
        }
        return found;
    }

    /** Returns pairs of the lowest and the highest value of intervals, no wider than the map. */
    private static List<double[]> onMap(List<Interval> intervals, Axis axis) {
        return intervals == null
                ? List.of(new double[] {axis.least(), axis.most()})
                : intervals.stream()
                        .map(interval -> new double[] {
                            Math.max(interval.low(), axis.least()), Math.min(interval.high(), axis.most())
                        })
                        .filter(pair -> pair[0] <= pair[1])
                        .toList();
    }

    /**
     * Draws the map.
     *
     * @param size the width and height of the picture, in dots
     */
    public void draw(Graphics2D graphics, int size) {
        graphics.setColor(Color.WHITE);
        graphics.fillRect(0, 0, size, size);
        int top = drawHead(graphics, size);
        FontMetrics text = graphics.getFontMetrics();
        int bottom = size - EDGE - 2 * LINE - TICK;
        List<Axis.Tick> upTicks = up.ticks(Math.max(1, (bottom - top) / (3 * LINE)));
        int left = EDGE
                + TICK
                + upTicks.stream()
                        .mapToInt(tick -> text.stringWidth(tick.label()))
                        .max()
                        .orElse(0);
        Scale scale = new Scale(left + TICK, size - 2 * EDGE, top, bottom);
        drawAxes(graphics, scale, upTicks);
        drawDots(graphics, scale);
        drawBoxes(graphics, scale);
        drawQueries(graphics, scale);
    }

    /** Draws title and legend, and returns where the map itself begins. */
    private int drawHead(Graphics2D graphics, int size) {
        MapHead head = new MapHead(graphics, size);
        head.title(String.format(
                Locale.ROOT,
                "Layout of %,d %s over %s and %s",
                model.partitions(),
                model.partitions() == 1 ? "object" : "objects",
                up.column().name(),
                across.column().name()));
        int step = step(partitions.length, MOST_DOTS);
        int dots = (partitions.length + step - 1) / step;
        head.entry(MapHead.Swatch.DOT, color(1, 0.9f), "record, in the colour of its object", dots, partitions.length);
        List<Integer> filled = filledBoxes();
        head.entry(
                MapHead.Swatch.BOX,
                color(1, 0.9f),
                "box around the records of an object",
                thinned(filled, MOST_BOXES).size(),
                filled.size());
        if (!asked.isEmpty()) {
            head.entry(
                    MapHead.Swatch.WIDE_BOX,
                    QUERY,
                    "box that a query asked for",
                    thinned(asked, MOST_QUERIES).size(),
                    asked.size());
        }
        return head.axis(up.title());
    }

    private void drawAxes(Graphics2D graphics, Scale scale, List<Axis.Tick> upTicks) {
        FontMetrics text = graphics.getFontMetrics();
        Path2D grid = new Path2D.Double();
        graphics.setColor(MapHead.INK);
        for (Axis.Tick tick : upTicks) {
            double at = scale.down(tick.value());
            grid.append(line(scale.left(), at, scale.right(), at), false);
            graphics.drawString(
                    tick.label(), scale.left() - TICK - text.stringWidth(tick.label()), Math.round(at) + LINE / 4);
        }
        int free = 0;
        for (Axis.Tick tick : across.ticks(Math.max(1, (scale.right() - scale.left()) / 90))) {
            double at = scale.across(tick.value());
            grid.append(line(at, scale.top(), at, scale.bottom()), false);
            int wide = text.stringWidth(tick.label());
            int from = (int) Math.round(at - wide / 2.0);
            if (from >= free && from + wide <= scale.right() + EDGE) {
                graphics.drawString(tick.label(), from, scale.bottom() + LINE);
                free = from + wide + EDGE;
            }
        }
        String title = across.title();
        graphics.drawString(
                title,
                Math.max(EDGE, (scale.left() + scale.right() - text.stringWidth(title)) / 2),
                scale.bottom() + 2 * LINE + TICK / 2);
        graphics.setStroke(new BasicStroke(0.8f));
        graphics.setColor(GRID);
        graphics.draw(grid);
    }

    private static Path2D line(double fromX, double fromY, double toX, double toY) {
        Path2D line = new Path2D.Double();
        line.moveTo(fromX, fromY);
        line.lineTo(toX, toY);
        return line;
    }

    private void drawDots(Graphics2D graphics, Scale scale) {
        Path2D[] paths = paths();
        int step = step(partitions.length, MOST_DOTS);
        for (int row = 0; row < partitions.length; row += step) {
            double left = sample.position(row, x);
            double below = sample.position(row, y);
            if (!Double.isNaN(left) && !Double.isNaN(below)) {
                double fromX = scale.across(left);
                double fromY = scale.down(below);
                paths[hue(partitions[row])].append(line(fromX, fromY, fromX + DOT, fromY), false);
            }
        }
        draw(graphics, paths, DOT, 0.55f);
    }

    private List<Integer> filledBoxes() {
        List<Integer> filled = new ArrayList<>();
        for (int partition = 0; partition < boxes.length; partition++) {
            if (boxes[partition] != null) {
                filled.add(partition);
            }
        }
        return filled;
    }

    private void drawBoxes(Graphics2D graphics, Scale scale) {
        Path2D[] paths = paths();
        for (int partition : thinned(filledBoxes(), MOST_BOXES)) {
            paths[hue(partition)].append(scale.of(boxes[partition]), false);
        }
        draw(graphics, paths, 0.8f, 0.9f);
    }

    /** Draws the boxes of queries above all else, with a white edge. */
    private void drawQueries(Graphics2D graphics, Scale scale) {
        Set<Rectangle2D> different = new LinkedHashSet<>();
        thinned(asked, MOST_QUERIES).forEach(box -> different.add(scale.of(box)));
        Path2D path = new Path2D.Double();
        different.forEach(box -> path.append(box, false));
        if (different.isEmpty()) {
            return;
        }
        graphics.setStroke(new BasicStroke(3));
        graphics.setColor(Color.WHITE);
        graphics.draw(path);
        graphics.setStroke(new BasicStroke(1.6f));
        graphics.setColor(QUERY);
        graphics.draw(path);
    }

    private static Path2D[] paths() {
        Path2D[] paths = new Path2D[COLOURS];
        for (int hue = 0; hue < COLOURS; hue++) {
            paths[hue] = new Path2D.Double();
        }
        return paths;
    }

    private static void draw(Graphics2D graphics, Path2D[] paths, float width, float saturation) {
        // a dot is as long as it says
        graphics.setStroke(new BasicStroke(width, BasicStroke.CAP_BUTT, BasicStroke.JOIN_MITER));
        for (int hue = 0; hue < COLOURS; hue++) {
            if (paths[hue].getCurrentPoint() != null) {
                graphics.setColor(color(hue, saturation));
                graphics.draw(paths[hue]);
            }
        }
    }

    /** Returns of how many one is drawn. */
    private static int step(int all, int most) {
        return Math.max(1, (all + most - 1) / most);
    }

    private static <T> List<T> thinned(List<T> all, int most) {
        int step = step(all.size(), most);
        List<T> some = new ArrayList<>();
        for (int i = 0; i < all.size(); i += step) {
            some.add(all.get(i));
        }
        return some;
    }

    private static int hue(int partition) {
        return (int) (partition * GOLDEN_RATIO % 1 * COLOURS);
    }

    private static Color color(int hue, float saturation) {
        return Color.getHSBColor((float) hue / COLOURS, saturation, 0.75f);
    }

    /** Converts values to dots, in tenths: more digits would make pictures large and nothing else. */
    private final class Scale {
        private final int left;
        private final int right;
        private final int top;
        private final int bottom;

        Scale(int left, int right, int top, int bottom) {
            this.left = left;
            this.right = right;
            this.top = top;
            this.bottom = bottom;
        }

        int left() {
            return left;
        }

        int right() {
            return right;
        }

        int top() {
            return top;
        }

        int bottom() {
            return bottom;
        }

        double across(double value) {
            return tenths(left + (value - across.least()) * (right - left) / extent(across));
        }

        double down(double value) {
            return tenths(bottom - (value - up.least()) * (bottom - top) / extent(up));
        }

        private static double extent(Axis axis) {
            return Math.max(axis.most() - axis.least(), Double.MIN_NORMAL);
        }

        private static double tenths(double dots) {
            return Math.round(dots * 10) / 10.0;
        }

        Rectangle2D of(Rectangle2D box) {
            double fromX = across(box.getMinX());
            double fromY = down(box.getMaxY());
            return new Rectangle2D.Double(
                    fromX,
                    fromY,
                    Math.max(1, tenths(across(box.getMaxX()) - fromX)),
                    Math.max(1, tenths(down(box.getMinY()) - fromY)));
        }
    }
}
