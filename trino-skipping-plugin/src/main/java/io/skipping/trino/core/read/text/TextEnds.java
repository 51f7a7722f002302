// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.read.text;

import static com.google.common.base.Preconditions.checkArgument;

/**
 * Says how many lines at the start and at the end of a text object are not rows.
 *
 * <p>A range that begins in the last header line or after it returns no header lines, because it returns no part of any
 * line that begins before it. The footer lines are the last lines of the range at the end of the object, if that range
 * begins before them. So an object may be cut only after its header lines and before its footer lines. {@link
 * #cutAnywhere} says when their positions need not be known.
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
     * Returns whether each row is returned exactly once however the object is cut. That is so if the only header line
     * is the line at the start, which belongs to the first range wherever that ends.
     */
    public boolean cutAnywhere() {
        return headerLines <= 1 && footerLines == 0;
    }
}
