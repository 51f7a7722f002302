// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.skipping.command.TrinoLogin.NoTerminalException;
import java.util.Map;
import java.util.Optional;
import org.testng.annotations.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

public class TestTrinoLogin {
    @Command
    private static final class Asking {
        @Mixin
        private final TrinoLogin login = new TrinoLogin();
    }

    private static TrinoLogin login(String... arguments) {
        Asking asking = new Asking();
        new CommandLine(asking).parseArgs(arguments);
        return asking.login;
    }

    @Test
    public void testFindsThePassword() {
        TrinoLogin login = login("--user", "ada", "--password");
        TrinoAddress trino = login.address("https://trino");
        assertThat(login.properties(trino, "test", Map.of("TRINO_PASSWORD", "secret"), question -> Optional.empty()))
                .containsEntry("user", "ada")
                .containsEntry("password", "secret");
        assertThat(login.properties(trino, "test", Map.of(), question -> Optional.of(question.toCharArray())))
                .containsEntry("password", "Password of ada: ");
        assertThatThrownBy(() -> login.properties(trino, "test", Map.of(), question -> Optional.empty()))
                .isInstanceOf(NoTerminalException.class)
                .hasMessageContaining("set TRINO_PASSWORD");
        assertThat(login("--user", "ada").properties(trino, "test", Map.of("TRINO_PASSWORD", "secret"), question -> {
                    throw new AssertionError(question);
                }))
                .doesNotContainKey("password");
    }

    @Test
    public void testTakesPropertiesOfTheDriver() {
        TrinoLogin login = login("--property", "SSL=true", "--session", "lake.x=1");
        TrinoAddress trino = login.address("trino");
        assertThat(trino).hasToString("https://trino:443");
        assertThat(login.properties(trino, "test", Map.of(), question -> Optional.empty()))
                .containsEntry("SSL", "true")
                .containsEntry("sessionProperties", "lake.x:1");
    }

    @Test
    public void testTakesSecretsFromTheEnvironment() {
        TrinoLogin login = login("--property", "accessToken=${ENV:TOKEN}", "--property", "roles=lake:${ENV:TOKEN}");
        TrinoAddress trino = login.address("https://trino");
        assertThat(login.properties(trino, "test", Map.of("TOKEN", "secret"), question -> Optional.empty()))
                .containsEntry("accessToken", "secret")
                .containsEntry("roles", "lake:${ENV:TOKEN}");
        assertThatThrownBy(() -> login.properties(trino, "test", Map.of(), question -> Optional.empty()))
                .hasMessage("--property accessToken needs the environment variable TOKEN, which is not set");
        for (String name : new String[] {"accessToken", "extraCredentials", "SSLTrustStorePassword"}) {
            assertThatThrownBy(() -> login("--property", name + "=secret")
                            .properties(trino, "test", Map.of(), question -> Optional.empty()))
                    .hasMessageContaining("--property '%s=${ENV:VARIABLE}'", name)
                    .hasMessageNotContaining("secret");
        }
    }

    /** A command has many connections. */
    @Test
    public void testLogsInOnce() {
        TrinoLogin login = login("--property", "externalAuthentication=true");
        TrinoAddress trino = login.address("https://trino");
        assertThat(login.properties(trino, "test", Map.of(), question -> Optional.empty()))
                .containsEntry("externalAuthenticationTokenCache", "MEMORY");
        assertThat(login(
                                "--property",
                                "externalAuthentication=true",
                                "--property",
                                "externalAuthenticationTokenCache=NONE")
                        .properties(trino, "test", Map.of(), question -> Optional.empty()))
                .containsEntry("externalAuthenticationTokenCache", "NONE");
    }

    @Test
    public void testRepeatsNoPasswordThatStandsInTheCommandLine() {
        for (String[] wrong : new String[][] {{"build", "--password", "secret"}, {"build", "--password=secret"}}) {
            assertThat(TrinoLogin.passwordMisuse(wrong))
                    .hasValueSatisfying(message ->
                            assertThat(message).contains("TRINO_PASSWORD").doesNotContain("secret"));
        }
        assertThat(TrinoLogin.passwordMisuse("build", "--password")).isEmpty();
        assertThat(TrinoLogin.passwordMisuse("build", "--password", "--server", "https://trino"))
                .isEmpty();
    }
}
