// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.read.text;

/** Finds fields in delimited text, where every occurrence of a byte separates two fields. */
public final class DelimitedFieldFinder implements FieldFinder {
    private final long separator;
    private final int[] wanted;

    /**
     * Creates a finder.
     *
     * @param wanted indexes of the wanted fields of a line, counted from 0, in ascending order; at least one
     */
    public DelimitedFieldFinder(byte separator, int[] wanted) {
        this.separator = Bytes.repeated(separator);
        this.wanted = FieldFinder.checkWanted(wanted);
    }

    @Override
    public Fields[] find(TextLines lines) {
        byte[] text = lines.bytes();
        Fields[] fields = Fields.ofColumns(text, wanted.length, lines.count());
        for (int row = 0; row < lines.count(); row++) {
            int found = find(fields, text, row, lines.start(row), lines.end(row));
            for (int index = found; index < fields.length; index++) {
                fields[index].setMissing(row);
            }
        }
        return fields;
    }

    @Override
    public long retainedBytes() {
        return 0;
    }

    /** Returns how many of the wanted fields the line has. */
    private int find(Fields[] fields, byte[] text, int row, int lineStart, int lineEnd) {
        int found = 0;
        int field = 0;
        int start = lineStart;
        for (int index = lineStart; index < lineEnd; index += Long.BYTES) {
            long ends = Bytes.matches(text, index, lineEnd, separator);
            int count = Long.bitCount(ends);
            if (count == 0) {
                continue;
            }
            if (field + count <= wanted[found]) {
                // none of the fields that end here is wanted
                field += count;
                start = index + Bytes.last(ends) + 1;
                continue;
            }
            while (ends != 0) {
                int end = index + Bytes.first(ends);
                if (field == wanted[found]) {
                    fields[found].set(row, start, end);
                    found++;
                    if (found == wanted.length) {
                        return found;
                    }
                }
                field++;
                start = end + 1;
                ends &= ends - 1;
            }
        }
        if (field == wanted[found]) {
            fields[found].set(row, start, lineEnd);
            found++;
        }
        return found;
    }
}
