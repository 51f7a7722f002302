// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.read.text;

import static com.google.common.base.Preconditions.checkArgument;

/**
 * How many lines at the start and at the end of an object of text are no rows.
 *
 * <p>A range that begins in or behind the last header line gives no header line, as it gives no part of any line that begins
 * before it. The footer lines are the last ones of the range that ends where the object does, if that begins before them. So
 * an object is cut behind its header lines and before its footer lines only; {@link #cutAnywhere} says when it need not be
 * known where these are.
 */
public record TextEnds(int headerLines, int footerLines) {
    public static final TextEnds NONE = new TextEnds(0, 0);

    public TextEnds {
        checkArgument(headerLines >= 0 && footerLines >= 0, "negative: %s, %s", headerLines, footerLines);
    }

    public boolean isNone() {
        return equals(NONE);
    }

    /**
     * Returns whether each row is given once, however an object is cut: the only header line is the line at the start, which belongs
     * to the first range, wherever that ends.
     */
    public boolean cutAnywhere() {
        return headerLines <= 1 && footerLines == 0;
    }
}
