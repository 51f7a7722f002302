// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.testng.annotations.Test;

public class TestTrinoAddress {
    @Test
    public void testFindsTheServer() {
        assertThat(TrinoAddress.of("http://trino:8080", false).url()).isEqualTo("jdbc:trino://trino:8080");
        assertThat(TrinoAddress.of("trino:8080/", false)).hasToString("http://trino:8080");
        assertThat(TrinoAddress.of("HTTPS://trino", false)).hasToString("https://trino:443");
        assertThat(TrinoAddress.of("trino", true)).hasToString("https://trino:443");
    }

    @Test
    public void testRefusesWhatIsNoServer() {
        for (String wrong :
                new String[] {"http://ada:secret@trino", "http://trino/ui", "ftp://trino", "http://", "a b"}) {
            assertThatThrownBy(() -> TrinoAddress.of(wrong, false))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("--server must be")
                    .hasMessageNotContaining("secret");
        }
    }

    @Test
    public void testMakesPropertiesOfTheDriver() {
        Properties properties = TrinoAddress.of("https://trino", false)
                .properties(
                        "test",
                        "ada",
                        Optional.of("secret"),
                        Map.of("SSLVerification", "NONE"),
                        Map.of("lake.x", "a:b"));
        assertThat(properties)
                .containsEntry("source", "test")
                .containsEntry("user", "ada")
                .containsEntry("password", "secret")
                .containsEntry("SSL", "true")
                .containsEntry("SSLVerification", "NONE")
                .containsEntry("sessionProperties", "lake.x:a:b");
    }

    @Test
    public void testSendsNoPasswordInTheOpen() {
        TrinoAddress open = TrinoAddress.of("http://trino:8080", false);
        assertThatThrownBy(() -> open.properties("test", "ada", Optional.of("secret"), Map.of(), Map.of()))
                .hasMessageContaining("encrypted");
        assertThatThrownBy(
                        () -> open.properties("test", "ada", Optional.empty(), Map.of("password", "secret"), Map.of()))
                .hasMessageContaining("--password");
        assertThatThrownBy(() -> open.properties("test", "ada", Optional.empty(), Map.of(), Map.of("a", "b;c")))
                .hasMessageContaining("--session");
    }
}
