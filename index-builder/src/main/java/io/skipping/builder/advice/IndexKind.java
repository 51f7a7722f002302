// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.builder.advice;

/** Lists the types of indexes that advice considers; of two that cost as little, the first is advised. */
public enum IndexKind {
    NULLS(true),
    MINMAX(true),
    VALUES(true),
    GAPS(false),
    PREFIX(false),
    RANKS(false),
    BBOX(false),
    BLOOM(false),
    NGRAM(false);

    private final boolean chosenByBuilds;

    IndexKind(boolean chosenByBuilds) {
        this.chosenByBuilds = chosenByBuilds;
    }

    /** Returns whether builds give every column such an index without a request. */
    boolean isChosenByBuilds() {
        return chosenByBuilds;
    }

    /** Returns the name that {@code create_index} takes. */
    public String typeName() {
        return name().toLowerCase(java.util.Locale.ENGLISH);
    }
}
