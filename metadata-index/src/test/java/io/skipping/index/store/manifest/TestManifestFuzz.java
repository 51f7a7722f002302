// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.store.manifest;

import static io.skipping.index.store.Labels.contents;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.skipping.index.IndexUnavailableException;
import io.skipping.index.store.segment.ArraySegmentFormat;
import io.skipping.index.store.segment.SegmentFormat;
import java.io.IOException;
import java.util.Random;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Manifests that say anything. */
public class TestManifestFuzz extends AbstractIndexFuzz {
    @Override
    protected SegmentFormat format() {
        return new ArraySegmentFormat();
    }

    @DataProvider
    public Object[][] manifests() {
        return new Object[][] {
            {"\"bytes\":[0-9]+", "\"bytes\":2147483647"},
            {"\"bytes\":[0-9]+", "\"bytes\":9223372036854775807"},
            {"\"bytes\":[0-9]+", "\"bytes\":9223372036854775808"},
            {"\"bytes\":[0-9]+", "\"bytes\":-1"},
            {"\"heapBytes\":[0-9]+", "\"heapBytes\":9223372036854775807"},
            {"\"heapBytes\":[0-9]+", "\"heapBytes\":-9223372036854775808"},
            {"\"ranges\":30", "\"ranges\":31"},
            {"\"ranges\":30", "\"ranges\":2147483647"},
            {"\"ranges\":30", "\"ranges\":9223372036854775807"},
            {"\"ranges\":30", "\"ranges\":-1"},
            {"\"objects\":1", "\"objects\":31"},
            {"\"objects\":1", "\"objects\":-1"},
            {"\"dead\":\\[]", "\"dead\":[[0,-1]]"},
            {"\"dead\":\\[]", "\"dead\":[[-1,2]]"},
            {"\"dead\":\\[]", "\"dead\":[[2147483647,2147483647]]"},
            {"\"dead\":\\[]", "\"dead\":[[0,1],[0,1]]"},
            {"\"dead\":\\[]", "\"dead\":[[0,2]]"},
            {"\"dead\":\\[]", "\"dead\":[[0]]"},
            {"\"dead\":\\[]", "\"dead\":[null]"},
            {"\"dead\":\\[]", "\"dead\":null"},
            {"\"name\":\"([^\"]*[.]parquet)\"", "\"name\":\"../segments/$1\""},
            {"\"checksum\":\"", "\"checksum\":\"0"},
            {"\"segments\":\\[(.*)\\]\\}", "\"segments\":[$1,$1]}"},
            {"\"segments\":\\[", "\"segments\":[null,"},
            {"\"requested\":\\[]", "\"requested\":[{\"type\":\"label\",\"columns\":null,\"options\":{}}]"},
            {"\"number\":9", "\"number\":10"},
            {"\"number\":9", "\"snapshots\":{},\"number\":9"},
            {"\"number\":9", "\"snapshots\":null,\"number\":9"},
            {"\"number\":9", "\"snapshots\":[1.5],\"number\":9"},
            {"\"number\":9", "\"snapshots\":[\"1\"],\"number\":9"},
            {"\"number\":9", "\"snapshots\":[9223372036854775808],\"number\":9"},
        };
    }

    @Test(dataProvider = "manifests")
    public void testManifestsThatNobodyWrites(String good, String bad) throws IOException {
        String body = newestBody();
        putManifest(body.getBytes(UTF_8));
        assertThat(contents(newIndex().current().orElseThrow()))
                .as("it is what is changed that matters")
                .isEqualTo(expected);
        String changed = body.replaceFirst(good, bad);
        assertThat(changed).isNotEqualTo(body);
        putManifest(changed.getBytes(UTF_8));
        within(
                LITTLE,
                () -> assertThatThrownBy(() -> newIndex().current())
                        .isInstanceOf(IndexUnavailableException.class)
                        .hasMessageContaining(LAYOUT.directory().toString())
                        .hasMessageMatching(
                                ".*( is damaged: |it takes more memory|is not the segment that its manifest names).*"));
        assertRebuilds();
    }

    @Test
    public void testDeepManifests() throws IOException {
        for (String[] change : new String[][] {
            {"varchar", "array(".repeat(50_000) + "bigint" + ")".repeat(50_000)},
            {"\"id\":", "\"id\":" + "[".repeat(100_000)},
            {"\"id\":", "\"new\":" + "[".repeat(100_000) + ",\"id\":"},
            {"\"number\":9", "\"number\":9" + "0".repeat(100_000)}
        }) {
            setUp();
            testManifestsThatNobodyWrites(change[0], change[1]);
        }
    }

    /** Returns what the newest manifest says, with the number of the one that replaces it. */
    private String newestBody() throws IOException {
        String file = new String(content("/manifests/"), UTF_8);
        return file.substring(file.indexOf('\n') + 1).replaceFirst("\"number\":[0-9]+,", "\"number\":9,");
    }

    @Test
    public void testMutatedManifests() throws IOException {
        Random random = new Random(SEED);
        byte[] good = newestBody().getBytes(UTF_8);
        int refused = 0;
        for (int run = 0; run < RUNS; run++) {
            byte[] bytes = good.clone();
            for (int count = 1 + random.nextInt(3); count > 0; count--) {
                int position = random.nextInt(bytes.length);
                if (Character.isDigit(bytes[position])) {
                    bytes[position] = (byte) ('0' + random.nextInt(10));
                } else {
                    bytes[position] ^= (byte) (1 << random.nextInt(8));
                }
            }
            putManifest(bytes);
            try {
                within(
                        LITTLE,
                        () -> assertThatCode(() -> newIndex().current()).satisfies(thrown -> {
                            if (thrown instanceof IndexUnavailableException e) {
                                throw e;
                            }
                            assertThat(thrown).as("seed %s", SEED).isNull();
                        }));
            } catch (IndexUnavailableException e) {
                refused++;
            }
        }
        assertThat(refused).isGreaterThan(RUNS / 3);
        assertRebuilds();
    }
}
