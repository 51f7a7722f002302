// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer.manifest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import org.testng.annotations.Test;

public class TestPathSet {
    @Test
    public void testIsLikeAMap() {
        Random random = new Random(1);
        PathSet set = new PathSet();
        Map<String, Long> map = new HashMap<>();
        for (int i = 0; i < 100_000; i++) {
            String path = "part-" + random.nextInt(50_000);
            long number = random.nextLong(1, 1_000);
            set.add(path, number);
            map.merge(path, number, Math::max);
        }
        assertThat(set.size()).isEqualTo(map.size());
        for (int i = 0; i < 60_000; i++) {
            String path = "part-" + i;
            assertThat(set.number(path))
                    .isEqualTo(map.containsKey(path) ? OptionalLong.of(map.get(path)) : OptionalLong.empty());
        }
    }

    @Test
    public void testZeroIsNoNumber() {
        assertThatThrownBy(() -> new PathSet().add("a", 0)).hasMessage("0 is not positive");
        assertThat(new PathSet().contains("")).isFalse();
    }
}
