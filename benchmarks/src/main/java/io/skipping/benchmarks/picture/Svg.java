// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.picture;

import java.util.Locale;

/**
 * Writes a picture as SVG, with texts as texts: they can be searched and read aloud, and take little room. What is
 * drawn has a class that says what it is.
 */
final class Svg {
    static final int TEXT = 12;
    static final int TITLE = 16;

    /** A character's mean width as a part of the size of the text, in the widest of the usual fonts. */
    private static final double WIDE = 0.61;

    private static final String INK = "#222222";
    private static final String GREY = "#cccccc";

    private final StringBuilder body = new StringBuilder();
    private final int width;

    Svg(int width) {
        this.width = width;
    }

    /** Says where a text stands relative to its position. */
    enum Anchor {
        START,
        MIDDLE,
        END
    }

    /** Returns how wide a text may be, whatever font a reader has. */
    static double width(String text, int size) {
        return text.length() * size * WIDE;
    }

    Svg title(String text, double x, double y) {
        body.append("<text class=\"title\" font-size=\"%d\" font-weight=\"bold\" x=\"%s\" y=\"%s\">%s</text>\n"
                .formatted(TITLE, number(x), number(y), escaped(text)));
        return this;
    }

    /** @param kind the class of the text, such as {@code axis} */
    Svg text(String kind, String text, double x, double y, Anchor anchor) {
        String at = anchor == Anchor.START
                ? ""
                : " text-anchor=\"%s\"".formatted(anchor.name().toLowerCase(Locale.ROOT));
        body.append("<text class=\"%s\" x=\"%s\" y=\"%s\"%s>%s</text>\n"
                .formatted(kind, number(x), number(y), at, escaped(text)));
        return this;
    }

    Svg bar(String kind, double x, double y, double wide, double high, String colour) {
        body.append("<rect class=\"%s\" x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\" fill=\"%s\"/>\n"
                .formatted(kind, number(x), number(y), number(wide), number(high), colour));
        return this;
    }

    Svg gridLine(double x1, double y1, double x2, double y2) {
        body.append("<path class=\"grid\" d=\"M%s %sL%s %s\" stroke=\"%s\"/>\n"
                .formatted(number(x1), number(y1), number(x2), number(y2), GREY));
        return this;
    }

    Svg point(double x, double y, String colour) {
        body.append("<circle class=\"point\" cx=\"%s\" cy=\"%s\" r=\"4\" fill=\"%s\"/>\n"
                .formatted(number(x), number(y), colour));
        return this;
    }

    /** @param path the points, as {@code M1 2L3 4} */
    Svg line(String path, String colour) {
        body.append("<path class=\"line\" d=\"%s\" stroke=\"%s\" stroke-width=\"2\" fill=\"none\"/>\n"
                .formatted(path, colour));
        return this;
    }

    /** Returns the picture. */
    String end(String title, double height) {
        return """
                <svg xmlns="http://www.w3.org/2000/svg" width="%1$d" height="%2$s" viewBox="0 0 %1$d %2$s" role="img" font-family="sans-serif" font-size="%3$d" fill="%4$s">
                <title>%5$s</title>
                <rect width="100%%" height="100%%" fill="white"/>
                %6$s</svg>
                """.formatted(width, number(height), TEXT, INK, escaped(title), body);
    }

    static String number(double value) {
        String text = String.format(Locale.ROOT, "%.1f", value);
        return text.endsWith(".0") ? text.substring(0, text.length() - 2) : text;
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
