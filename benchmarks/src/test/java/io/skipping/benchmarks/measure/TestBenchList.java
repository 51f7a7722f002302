// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.measure;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableSet;
import io.skipping.testing.folder.Checkout;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.testng.annotations.Test;

/** Tests what {@code bin/bench --list} prints. */
public class TestBenchList {
    private static final Pattern LISTED =
            Pattern.compile("(?m)^([a-z][^ \\n]*(?: [^ \\n]+)*?) {2,}(?:< )?\\d+ +\\d+ GB  \\S");
    private static final Pattern COMMAND = Pattern.compile("(?m)^    ([a-z][a-z-]*)\\)");

    @Test
    public void testEveryCommandAndFormIsListed() throws IOException {
        String script = Files.readString(Checkout.root().resolve("bin").resolve("bench"));
        String list = script.substring(script.indexOf("list() {"), script.indexOf("case \"${1:-}\""));
        Set<String> listed =
                LISTED.matcher(list).results().map(found -> found.group(1)).collect(ImmutableSet.toImmutableSet());
        assertThat(listed)
                .containsAll(COMMAND.matcher(script)
                        .results()
                        .map(found -> found.group(1))
                        .collect(ImmutableSet.toImmutableSet()))
                .contains("jmh", "bin/demo", "formats --trino 476,483", "stocator --rounds 1")
                .contains("skipping --only iceberg", "skipping --only spark", "layout-tables --with grid-0");
        assertThat(Pattern.compile("(?m)^  ([a-z-]+) [^\n]*\\n(?: {3,}+[^\n]*+\\n)*? +--only PART")
                        .matcher(script)
                        .results()
                        .map((MatchResult found) -> found.group(1)))
                .as("those with parts")
                .contains("pruning", "committer", "planning")
                .allSatisfy(name -> assertThat(listed).anyMatch(form -> form.startsWith(name + " --only ")));
    }
}
