// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.path;

import static com.google.common.base.Preconditions.checkArgument;
import static java.util.Objects.requireNonNull;

import io.airlift.slice.Slice;
import io.trino.spi.block.Block;
import io.trino.spi.block.BlockBuilder;
import io.trino.spi.block.ColumnarMap;
import io.trino.spi.type.BigintType;
import io.trino.spi.type.IntegerType;
import io.trino.spi.type.MapType;
import io.trino.spi.type.Type;
import io.trino.spi.type.TypeUtils;
import io.trino.spi.type.VarcharType;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Selects the value under a key of a map.
 *
 * @param key in Trino's native representation: a Long or a Slice
 * @param required whether the engine fails if a map does not have the key, as it does for {@code map[key]}; {@code
 *     element_at(map, key)} returns NULL instead
 */
record KeyStep(MapType map, Object key, boolean required) implements PathStep {
    private static final Pattern QUOTED_NAME = Pattern.compile("\"(?:[^\"]|\"\")*\"");
    private static final Pattern KEY = Pattern.compile("\\[|element_at\\(");

    KeyStep {
        requireNonNull(map, "map is null");
        checkArgument(isKeyType(map.getKeyType()), "keys of type %s", map.getKeyType());
    }

    /** Returns whether a path can contain keys of this type. */
    static boolean isKeyType(Type type) {
        return type instanceof VarcharType || type instanceof BigintType || type instanceof IntegerType;
    }

    /**
     * Returns whether the SQL of a path contains a key. It does, too, of a column alone whose name, which has no quotes,
     * looks like such a path.
     */
    static boolean isIn(String path) {
        // quotes in constants, which follow a key or end the path, change nothing before them
        return KEY.matcher(QUOTED_NAME.matcher(path).replaceAll("")).find();
    }

    @Override
    public Type type() {
        return map.getValueType();
    }

    @Override
    public String sql(String from) {
        String literal = key instanceof Slice text ? Quoting.text(text.toStringUtf8()) : key.toString();
        return required ? "%s[%s]".formatted(from, literal) : "element_at(%s, %s)".formatted(from, literal);
    }

    @Override
    public Optional<PathStep> over(Type from) {
        return from instanceof MapType other && other.getKeyType().equals(map.getKeyType())
                ? Optional.of(new KeyStep(other, key, required))
                : Optional.empty();
    }

    @Override
    public Optional<Block> apply(Block values) {
        ColumnarMap maps = ColumnarMap.toColumnarMap(values);
        BlockBuilder found = type().createBlockBuilder(null, maps.getPositionCount());
        for (int position = 0; position < maps.getPositionCount(); position++) {
            if (maps.isNull(position)) {
                found.appendNull();
                continue;
            }
            int entry = entry(maps, position);
            if (entry >= 0) {
                Block block = maps.getValuesBlock();
                found.append(block.getUnderlyingValueBlock(), block.getUnderlyingValuePosition(entry));
            } else if (required) {
                return Optional.empty();
            } else {
                found.appendNull();
            }
        }
        return Optional.of(found.build());
    }

    private int entry(ColumnarMap maps, int position) {
        int start = maps.getOffset(position);
        for (int entry = start; entry < start + maps.getEntryCount(position); entry++) {
            if (key.equals(TypeUtils.readNativeValue(map.getKeyType(), maps.getKeysBlock(), entry))) {
                return entry;
            }
        }
        return -1;
    }
}
