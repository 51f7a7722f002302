// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.demo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.skipping.testing.folder.Checkout;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.testng.SkipException;
import org.testng.annotations.Test;

/** Tests the demo as a whole, over little data. */
@Test(groups = "servers")
public class TestDemo {
    @Test
    public void testDemo() throws IOException {
        requirePlugin();
        Path file = Files.createTempFile("demo", ".json");
        try {
            StringWriter report = new StringWriter();
            StringWriter errors = new StringWriter();
            int exitCode = Demo.commandLine()
                    .setOut(new PrintWriter(report))
                    .setErr(new PrintWriter(errors))
                    .execute("--objects=16", "--megabytes=0.5", "--runs=1", "--heap=1g", "--out=" + file);

            assertThat(errors.toString()).isEmpty();
            assertThat(exitCode).isZero();
            assertThat(report.toString()).contains("All results are equal", " beside meters like it: ");
            JsonNode json = new ObjectMapper().readTree(file.toFile());
            assertThat(json.get("results_equal").asBoolean()).isTrue();
            assertThat(json.get("index_store").asText()).isEqualTo("object-store");
            assertThat(json.get("objects_total").asInt()).isEqualTo(16);
            assertThat(json.get("objects_read_plain").asInt()).isEqualTo(16);
            assertThat(json.get("objects_read_skipping").asInt())
                    .as("neighbours are in few objects, on each day")
                    .isBetween(2, 8);
            assertThat(json.get("requests_skipping").asLong())
                    .isLessThan(json.get("requests_plain").asLong());
            assertThat(json.get("bytes_skipping").asLong())
                    .isLessThan(json.get("bytes_plain").asLong());
            assertThat(json.get("queries")).hasSize(2);
            assertThat(json.get("queries").get(1).get("objects_total").asInt())
                    .as("objects of one day")
                    .isEqualTo(8);
        } finally {
            Files.delete(file);
        }
    }

    @Test
    public void testWrongOptions() {
        assertThat(execute("--runs=0")).isEqualTo(2);
        assertThat(execute("--objects=3")).isEqualTo(2);
        assertThat(execute("--kilometres=0")).isEqualTo(2);
        assertThat(execute("--format=xml")).isEqualTo(2);
        assertThat(execute("--store=solr")).isEqualTo(2);
    }

    private static int execute(String... arguments) {
        return Demo.commandLine().setErr(new PrintWriter(new StringWriter())).execute(arguments);
    }

    /** 'mvn verify' of everything builds it; tests of this module alone may come without. */
    private static void requirePlugin() {
        try {
            Checkout.skippingPlugin("476");
        } catch (IOException e) {
            throw new SkipException(e.getMessage());
        }
    }
}
