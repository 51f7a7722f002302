// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner.command;

import io.skipping.partitioner.LayoutModel;
import io.skipping.partitioner.train.Interval;
import io.skipping.partitioner.train.PastQuery;
import io.skipping.partitioner.train.Sample;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.geom.Rectangle2D;
import java.util.List;

/**
 * Draws a layout over two columns of numbers: the records of a sample as dots, the boxes of the partitions around them,
 * and the queries.
 */
final class LayoutMap {
    private static final int MARGIN = 10;
    private static final double DOT = 1;
    private static final Color QUERY = new Color(200, 30, 30, 90);
    private static final double GOLDEN_RATIO = 0.618034;

    private final Sample sample;
    private final LayoutModel model;
    private final List<PastQuery> queries;
    private final int x;
    private final int y;
    private final Rectangle2D area;

    /**
     * @param x the index of the column drawn from left to right
     * @param y the index of the column drawn from bottom to top
     */
    LayoutMap(Sample sample, LayoutModel model, List<PastQuery> queries, int x, int y) {
        this.sample = sample;
        this.model = model;
        this.queries = queries;
        this.x = x;
        this.y = y;
        Rectangle2D all = null;
        for (int row = 0; row < sample.rows(); row++) {
            all = with(all, row);
        }
        if (all == null) {
            throw new IllegalArgumentException("No record of the sample has a place on the map");
        }
        area = all;
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

    /**
     * Draws the map.
     *
     * @param width the width of the picture, in dots
     * @param height the height of the picture, in dots
     */
    void draw(Graphics2D graphics, int width, int height) {
        graphics.setColor(Color.WHITE);
        graphics.fillRect(0, 0, width, height);
        Rectangle2D[] boxes = new Rectangle2D[model.partitions()];
        int[] partitions = new int[sample.rows()];
        for (int row = 0; row < partitions.length; row++) {
            partitions[row] = model.partition(sample.row(row));
            boxes[partitions[row]] = with(boxes[partitions[row]], row);
        }
        Scale scale = new Scale(width, height);
        for (int row = 0; row < partitions.length; row++) {
            double left = sample.position(row, x);
            double below = sample.position(row, y);
            if (!Double.isNaN(left) && !Double.isNaN(below)) {
                graphics.setColor(color(partitions[row], 0.55f));
                graphics.fill(new Rectangle2D.Double(scale.across(left), scale.down(below), DOT, DOT));
            }
        }
        graphics.setStroke(new BasicStroke(0.8f));
        for (int partition = 0; partition < boxes.length; partition++) {
            if (boxes[partition] != null) {
                graphics.setColor(color(partition, 0.9f));
                graphics.draw(scale.of(boxes[partition]));
            }
        }
        graphics.setColor(QUERY);
        String across = sample.columns().get(x).name();
        String up = sample.columns().get(y).name();
        for (PastQuery query : queries) {
            for (double[] wide : asked(query, across, area.getMinX(), area.getMaxX())) {
                for (double[] high : asked(query, up, area.getMinY(), area.getMaxY())) {
                    graphics.draw(
                            scale.of(new Rectangle2D.Double(wide[0], high[0], wide[1] - wide[0], high[1] - high[0])));
                }
            }
        }
    }

    /** Returns pairs of the lowest and the highest value that a query asks of a column, no wider than the map. */
    private static List<double[]> asked(PastQuery query, String column, double least, double most) {
        List<Interval> intervals = query.conditions().get(column);
        return intervals == null
                ? List.of(new double[] {least, most})
                : intervals.stream()
                        .map(interval ->
                                new double[] {Math.max(interval.low(), least), Math.min(interval.high(), most)})
                        .filter(pair -> pair[0] <= pair[1])
                        .toList();
    }

    /** Returns a colour. Partitions with neighbouring numbers get colours that are easy to tell apart. */
    private static Color color(int partition, float saturation) {
        return Color.getHSBColor((float) (partition * GOLDEN_RATIO % 1), saturation, 0.75f);
    }

    /** Converts values to dots. */
    private final class Scale {
        private final int height;
        private final double dotsAcross;
        private final double dotsUp;

        Scale(int width, int height) {
            this.height = height;
            dotsAcross = (width - 2 * MARGIN) / Math.max(area.getWidth(), Double.MIN_NORMAL);
            dotsUp = (height - 2 * MARGIN) / Math.max(area.getHeight(), Double.MIN_NORMAL);
        }

        double across(double value) {
            return MARGIN + (value - area.getMinX()) * dotsAcross;
        }

        double down(double value) {
            return height - MARGIN - (value - area.getMinY()) * dotsUp;
        }

        Rectangle2D of(Rectangle2D box) {
            return new Rectangle2D.Double(
                    across(box.getMinX()),
                    down(box.getMaxY()),
                    Math.max(DOT, box.getWidth() * dotsAcross),
                    Math.max(DOT, box.getHeight() * dotsUp));
        }
    }
}
