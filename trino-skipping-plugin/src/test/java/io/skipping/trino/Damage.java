// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** What can become of a file. */
enum Damage {
    EMPTY {
        @Override
        byte[] of(byte[] bytes, Random random) {
            return new byte[0];
        }
    },
    HALF {
        @Override
        byte[] of(byte[] bytes, Random random) {
            return Arrays.copyOf(bytes, bytes.length / 2);
        }
    },
    /** One bit is another one. */
    FLIPPED {
        @Override
        byte[] of(byte[] bytes, Random random) {
            byte[] copy = bytes.clone();
            copy[random.nextInt(copy.length)] ^= (byte) (1 << random.nextInt(8));
            return copy;
        }
    },
    GARBAGE {
        @Override
        byte[] of(byte[] bytes, Random random) {
            return "this is no index".getBytes(UTF_8);
        }
    };

    /** Each of them, and several of those that differ by where they are. */
    static final List<Damage> SOME = List.of(EMPTY, HALF, FLIPPED, FLIPPED, FLIPPED, GARBAGE);

    abstract byte[] of(byte[] bytes, Random random);

    void to(Path file, Random random) throws IOException {
        Files.write(file, of(Files.readAllBytes(file), random));
    }
}
